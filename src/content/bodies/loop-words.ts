/** The words of a loop, and what counts as its end. */

/** "A retry is a symptom", "the retry limit": nouns order nothing. */
const NO_NOUN = "(?<!\\b(?:an?|the|each|every|any|no|this|that|its|your|of)\\s+)";
/** What somebody could do over is no order to do it. */
const NO_CAN = "(?<!\\b(?:could|can|may|might|would)\\s+)";
const RETRY = `${NO_NOUN}(?:retry(?!\\s+(?:limits?|logic|behaviou?r|counts?|loops?|polic(?:y|ies))\\b)|retries|retrying)`;

/** One more look at what was changed is none: "Run the suite again after the last change". */
const AGAIN =
  "again(?!\\s+after\\s+(?:the|your|each|every|any)\\s+(?:last\\s+|final\\s+)?(?:change|edit|repair|correction|fix)\\b)";

/**
 * Words that order a loop. "Until" alone orders a wait, and "again" alone a second look; they count beside a verb of
 * doing it over. That is narrower than the guide's list, which would fault "stays in progress until the verdict". To run something anew is one
 * more run; "until" makes a loop of it. A loop as a noun, as in a loop of deps, orders none.
 */
export const LOOP = new RegExp(
  `\\b(?:${[
    RETRY,
    `${NO_NOUN}${NO_CAN}repeat(?:edly)?(?!\\s+each other\\b|\\s[^.;:]*\\bin (?:your|its|other|plain) (?:own )?words\\b)`,
    "iterat(?:e|es|ing)(?!\\s+over\\b)",
    "keep (?:going|trying|on|(?:work|fix|run|test|search|ask|edit|check|poll|look|retry|improv|refin)ing)",
    "over and over|as many times as|loop (?:over|until|back)",
    `${NO_NOUN}(?:try|run|do|start|go|ask|send|test|check|fix|attempt)\\b[^.;:]*\\b(?:${AGAIN}|until|as often as)`,
    `${NO_NOUN}(?:re-?(?:run|do|try|test|check|start|send|build|write|work|vise|fine)|continue|proceed|work|improve|adjust|edit|change|mend|repair|polish|poll|measure|debug)\\b[^.;:]*\\b(?:until|as often as|as long as)`,
    "(?:as long as|while|until|whenever)\\b[^.;:]*\\b(?:go back|back to step|return to step|start over|start anew|begin (?:again|anew|over))",
  ].join("|")})\\b`,
  "gi",
);

const NUMBER = "(?:\\d+|an?\\s+single|one|two|three|four|five|six|seven|eight|nine|ten)";

/** "Until three runs in a row are clean" counts runs, and never ends all the same. */
const ROUND =
  "(?:times?|rounds?|attempts?|tr(?:y|ies)|retr(?:y|ies)|failures?|iterations?|cycles?|(?:runs?|calls?|delegations?)(?!\\s+(?:is|are|in a row|pass|succeed|without|stays?|comes?|ends?|goes)\\b))";

/** "The second check" is one of several, "the second attempt" a number of rounds. */
const ORDINAL = "(?:second|third|fourth|fifth)";

/**
 * A number of rounds, a limit, or a state in which the loop ends. What stands behind until is what the loop waits for:
 * "until at most one warning is left" ends nothing.
 */
export const ROUNDS = new RegExp(
  [
    `(?<!\\buntil\\s)\\b(?:at most|up to|no more than|not more than|max(?:imum)?(?:\\s+of)?|limited to)\\s+(?:${NUMBER}|once|twice)\\b`,
    `\\b${NUMBER}\\s+(?:(?!or\\b|and\\b|of\\b|at\\b|in\\b)[a-z-]+\\s+)?${ROUND}\\b`,
    "\\b\\d+\\s*[x×](?!\\w)",
    // "Once it passes" says when, and "at once" how soon.
    "\\b(?:twice|(?<!\\bat\\s)once(?!\\s+(?:it|the|you|all|every|each|this|that|they|everything|nothing|no)\\b))\\b",
    `\\b${ORDINAL}\\s+(?:time|round|attempt|try|retry|failure|run|iteration)\\b(?!\\s+(?:is|passes|succeeds)\\b)`,
    `\\b(?:after|at|on|no|without)\\s+(?:the\\s+|an?\\s+)?${ORDINAL}\\b(?!\\s+(?:check|test|step|file|run|part)\\b)`,
    `\\bfor\\s+${NUMBER}\\s+(?:seconds|minutes|hours)\\b`,
    "\\b(?:stop|ends?)\\s+(?:when|after|at|as soon as|if|where)\\b",
    "\\b(?:within|up to|at|to|of|until|by)\\s+(?:the|its|your|this|that|a|any)\\s+(?:(?!rate\\b)[\\w'’-]+\\s+)?(?:limit|budget)\\b(?!\\s+(?:lets|allows|permits)\\b)",
    "`(?:blocked|partial|unverified|needs_input)`",
  ].join("|"),
  "i",
);

/** Going through a list ends with it: "Go on until every criterion has its row". Until every test is green is none. */
export const FINITE =
  /\b(?:go on|continue|proceed|work)\b[^.;:]*(?:\buntil (?:every|each|all)\b[^.;:]*\b(?:has|have) (?:its|their|an?)\b|\bnext\b[^.;:]*\buntil (?:none|no \w+|nothing) (?:is|are|remains?)\b)/i;
