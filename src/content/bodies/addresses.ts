/** The words in which a body would have one agent turn to another. */

const IT = "(?:it|them|this|that|these|those|each|everything|first|back)";
/** What is handed over: a pronoun, or an article with at most three words. */
const THING = `(?:(?:${IT}|(?:the|an?|your|its|their|all|any|every|each)\\s+(?:[\\w-]+\\s+){0,2}[\\w-]+)\\s+)?`;

/** Verbs that need nothing between them and the role. */
const PLAIN = "ask|tell|inform|notify|consult|contact|spawn|wait for|cc|involve|invite|instruct|remind|engage";

/** Words that are nouns as well: "a copy writer" is nobody's address. */
const NOUNS = "message|copy|brief|call|ping|warn|question";

const HAND =
  "hand|send|forward|pass|escalate|delegate|assign|submit|return|route|refer|report|turn|reach out|go back|raise";

const WITH = "check|verify|confirm|coordinate|align|consult|discuss|clarify|speak|talk|work|share|liaise|raise|settle";

const APPROVAL =
  "approval|sign-?off|confirmation|permission|consent|advice|review|opinion|answer|input|feedback|verdict|go-ahead";

/** What turns to an agent. `the role` is filled in; its possessive is somebody's thing, and nobody who is spoken to. */
const TEMPLATES: readonly string[] = [
  `(?:${PLAIN})\\s+ROLE`,
  `(?:${NOUNS})\\s+(?=the\\s|an?\\s|another\\s|other\\s|\`)ROLE`,
  `(?:${HAND})\\s+${THING}(?:(?:over|back|on|out)\\s+)?to\\s+ROLE`,
  `(?:speak|talk|write)\\s+to\\s+ROLE`,
  `(?:${WITH})\\s+${THING}with\\s+ROLE`,
  `(?:get|obtain|seek|await|request|wait for|ask for)\\s+(?:(?:an?|the|any|its|their|written)\\s+)?(?:${APPROVAL})\\s+(?:from|of|by)\\s+ROLE`,
  `(?:start|launch|dispatch|summon)\\s+(?=the\\s|an?\\s|another\\s|other\\s|\`)ROLE(?!\\s+(?:thread|process|service|job|task|run)\\b)`,
  `(?:call|bring|loop|pull)\\s+in\\s+ROLE`,
  `(?:talk|think|go|chat)\\s+${THING}(?:over|through)\\s+with\\s+ROLE`,
  `ROLE\\s+(?:has to|have to|must|needs? to|is to|should)\\s+(?:first\\s+)?[a-z]+[^.;:]*\\bbefore\\s+you\\b`,
  `send\\s+(?:the\\s+|another\\s+)?ID\\s+(?:an?|the|your)\\b`,
  `let\\s+(?:the\\s+)?ID\\s+know`,
];

/**
 * Words that address somebody in an order alone: "checks run by the tester" and "the pair with the tester" order nothing,
 * and "have the tester run it" is an order where "you have the tester" is none.
 */
const ORDERS: readonly string[] = [
  `(?:delegate|assign|forward|escalate|route|refer|hand)\\s+(?!(?:no|not|nothing|none)\\b)(?:[\\w-]+\\s+){1,4}?to\\s+ROLE`,
  `run\\s+${THING}(?:by|past)\\s+ROLE`,
  `(?:pair|team)\\s+(?:up\\s+)?with\\s+ROLE`,
  `(?:have|make)\\s+(?:the\\s+|an?\\s+|another\\s+)?ID\\s+(?!(?:who|that|which|and|or|as|in|on|at|is|has|from|for|of|to|report|task|agent)\\b)[a-z]+`,
  `get\\s+(?:the\\s+|an?\\s+|another\\s+)?ID\\s+to\\b`,
  `(?:have|get)\\s+${THING}[a-z]+(?:ed|n|ne)\\s+by\\s+ROLE`,
  `(?:get|obtain|seek|await|request|wait for)\\s+(?:the\\s+)?ID's\\s+(?:${APPROVAL})`,
];

export interface AddressPattern {
  /** Global. */
  readonly pattern: RegExp;
  readonly isOrder: boolean;
}

/** The patterns for the agents of a content folder. */
export function addressPatterns(ids: readonly string[]): readonly AddressPattern[] {
  const id = `\`?(?:${ids.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})s?\`?`;
  const anyOther = "(?:another|(?:an)?other|any other|one of the other|a fellow)\\s+(?:sub-?agents?|agents?|roles?)";
  const role = `(?:(?:(?:the|an?|another|one of the)\\s+)?${id}|${anyOther})(?![\\w'’-])`;
  const compile = (template: string, isOrder: boolean): AddressPattern => ({
    pattern: new RegExp(`\\b${template.replaceAll("ROLE", role).replaceAll("ID", id)}`, "gi"),
    isOrder,
  });
  return [...TEMPLATES.map((each) => compile(each, false)), ...ORDERS.map((each) => compile(each, true))];
}

/** Somebody else turns to the agent: "Lead will ask the tester". */
const SUBJECT = /\b(?:lead|the user|who|whoever|they)\b(?!['’])[^,;:]*$/i;

/** What stands under `next` goes to Lead, whatever verb puts it there. */
const FIELD = /`next`/;

export function isAnothersAct(before: string): boolean {
  return SUBJECT.test(before);
}

export function goesUnderNext(part: string): boolean {
  return FIELD.test(part);
}
