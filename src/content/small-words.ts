/**
 * Frequent small words of languages in Latin letters. `own` are words that English does not know; `shared` stand in
 * English, in names (van der Rohe) or in abbreviations as well, and only help to decide.
 */
export interface Language {
  readonly name: string;
  readonly own: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
}

function language(name: string, own: string, shared: string): Language {
  return { name, own: new Set(own.trim().split(/\s+/)), shared: new Set(shared.trim().split(/\s+/)) };
}

export const LANGUAGES: readonly Language[] = [
  language(
    "German",
    "und oder nicht ist sind wird werden wurde einen eine einer einem eines kein keine keinen nur noch auch aber wenn dann damit weil dass daß auf aus bei beim durch für fuer gegen ohne über ueber unter vom vor zum zur nach nachdem bevor während waehrend danach zuerst immer nie niemals alle alles allen jede jeden jeder jedes diese diesen dieser dieses kann können koennen muss müssen muessen soll sollen sollst darf dürfen duerfen hast haben sein seine ihre ihren dein deine deinen dich dir mich mir uns euch ihm ihn wir ihr sich etwas nichts wieder sofort bitte mehr sehr schon hier dort zwischen sowie bis",
    "der die das den dem des ein mit von zu im am an in so es er sie ich du man als wie was war wo wer hat bin um also ab los will",
  ),
  language(
    "French",
    "les une est sont était être avec dans pas que qui où mais donc puis cette ces cet vous ils elles leur leurs votre vos notre toujours jamais tous toute toutes rien aucun aucune chaque avant après ensuite quand alors aussi très plusieurs même soit chez entre selon lorsque puisque ainsi parce afin dès jusque depuis peut doit doivent faut ceci cela celui celle qu' n' j'",
    "le la de du des un et en au à quoi il elle on ne se sa son ses ce ou or par plus si je tu me te mon ma mes ton ta tes car comme bien non but l' d' s' m' t' est-ce pour tout dont sans sur nos nous aux fait faire c' sous",
  ),
  language(
    "Spanish",
    "que una unas unos está están ser fue por pero como cuando donde después antes siempre nunca toda todas nada cada este esta estos estas ese esa eso esto muy más también entonces sino sobre desde hasta según hacia entre cual cuál quien quién porque aunque debe deben debes puede pueden hacer haz tiene tienen aquí ahora luego su tus",
    "el la los las de y o a en un al con lo le les se no si sí es te me mi tu nos ni e ha has he todo solo ya son del hay sin sus algo para mis",
  ),
  language(
    "Portuguese",
    "que uma umas uns está estão são ser foi por porque mas quando onde depois antes sempre nunca toda todas nada algo cada este esta estes estas esse essa isso isto muito mais também então não sem sobre desde até segundo entre qual quem deve devem pode podem fazer faça tem têm aqui agora seu sua seus suas das pela pelo pelos pelas nos nas você vocês ao aos à às",
    "o a os as um de do da e ou em no na com se como lhe me te é já só tudo há todos dos para",
  ),
  language(
    "Italian",
    "che gli una della delle dello degli dei dell' dal dalla dalle nel nella nelle nell' sul sulla alla alle allo agli all' sono è essere perché quando dopo sempre mai tutti tutte tutta tutto niente ogni questo questa questi queste quello quella quelli molto più anche allora senza sopra secondo fra tra quale deve devono devi può possono fai hanno qui ora suo sua suoi poi quindi oppure cosa anziché un'",
    "il lo la le i un uno di da a in e o al su se come si mi ti ci vi ne ha ho sei due d' l' fare dove prima non chi era sue del per con ma c'",
  ),
  language(
    "Dutch",
    "het een niet voor naar zijn wordt worden ook maar alleen als omdat wanneer waar daarna eerst altijd nooit alle alles elke ieder deze dit dat wat wie moet moeten kan kunnen mogen zal zullen heeft hebben geen zonder tussen onder boven achter volgens tijdens hun haar jij jouw mijn wij jullie zich iets niets weer meer veel hier daar uit bij nog aan",
    "de en of is van der den ten ter te in op om met door over was je ze we er af al na tegen dan die hoe mag tot",
  ),
  language(
    "Swedish",
    "och att är inte för på från också när där här vad vem hur varför efter innan alltid aldrig alla allt varje denna detta dessa måste kan ska skall skulle har hade vara blir utan mellan enligt mig dig oss något någon inget bara eller",
    "det den de i av som med om ett du vi ni han hon man men var sig under över vid så till sedan en",
  ),
  language(
    "Danish or Norwegian",
    "ikke på også når hvor hvad hva hvem hvordan hvorfor efter etter inden altid alltid aldri aldrig alle hver denne dette disse skal må kan skulle være blir bliver uden uten mellem mellom ifølge meg deg noget noe ingen kun eller til fra å",
    "og er det den de i av af som med om en et du vi han hun man men var seg sig under over ved så for at have bare alt",
  ),
  language(
    "Polish",
    "nie się są oraz lub albo dla przez przed wszystkie wszystko wszystkich każdy każda każde tylko który która które których jeśli jeżeli kiedy gdy gdzie zawsze nigdy nic ponieważ może musi należy zostać był była było być już także również bez między według tego tej tym tych twój swoje aby żeby pliki",
    "i w z na do to po od za o a ale jak co czy jest by jako pod nad ma",
  ),
  language(
    "Czech or Slovak",
    "není jsou byl byla bylo být nebo které který která když pokud všechny všechno každý vždy nikdy před přes podle protože také ještě jen pouze nejsou může musí musíš alebo ktoré ktorý keď všetky iba môže než až",
    "je a v na z s k o do se si to ne by po od ale bez jako pro za ako nie",
  ),
  language(
    "Romanian",
    "și să că este sunt pentru toate toți după înainte fără dacă când unde niciodată întotdeauna fiecare acest această aceste doar dar sau prin către între despre trebuie poate orice nimic",
    "de la cu din în pe un o a al ai ale se le mai ce va nu tot care",
  ),
  language(
    "Hungarian",
    "és nem hogy egy minden vagy csak után előtt kell lehet mindig soha nincs azt ezt ezek azok aki ami amely nélkül szerint között mert akkor amikor hol már még össze összes",
    "a az ez ha van meg de is el ki be",
  ),
  language(
    "Finnish",
    "että mutta kaikki tai kun ennen jälkeen älä ovat joka jotka sitä aina koskaan ei eikä myös sekä ilman mukaan voi pitää täytyy olla oli sinun minun tämä nämä",
    "ja on ne se jos niin kuin vain",
  ),
  language(
    "Turkish",
    "bir bu için ile değil olan daha gibi çok sonra önce tüm bütün hiçbir zaman asla sadece veya ancak eğer şu olarak kadar göre şey mı",
    "her var ama ne de da o ki ve mi",
  ),
  language(
    "Vietnamese",
    "không của và là có được này các một những người để với đã sẽ phải hãy tất cả nếu khi sau trước hoặc nhưng thì",
    "cho trong ra",
  ),
  language(
    "Indonesian or Malay",
    "yang untuk dengan tidak dari itu adalah semua jangan harus setelah sebelum atau tanpa kepada telah sudah tetapi karena jika setiap selalu hanya juga kami mereka bisa dapat boleh sebagai",
    "dan di ke ini akan pada anda oleh para",
  ),
];

/** Words by which a reader knows English; those of another language's `shared` say nothing against that one. */
export const ENGLISH = new Set(
  "the and is of to that it for with are be by this these those from not what which who when where how if its have has will would can may must should each every only than they their you your our any does one as at or but an in on no so all was were am me he she we do did us then there here more most some such over under into out up off after before between without once until while because also about like just now see man men die war bin hat los pour son sin sue fare care bare till sedan dove tout hay dos pro non per se est mine dan her his him".split(
    " ",
  ),
);
