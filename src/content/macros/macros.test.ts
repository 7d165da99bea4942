import { describe, expect, test } from "vitest";
import { type ParsedMacros, parseMacros, plainMacroValue } from "./macros.js";

/** What a text holds, without offsets: primitive and plain arguments, and problems with their places. */
function read(text: string) {
  const parsed = parseMacros(text);
  return { macros: plain(parsed), problems: places(parsed) };
}

function plain({ macros }: ParsedMacros) {
  return macros.map(({ primitive, args }) => [
    primitive,
    Object.fromEntries(args.map(({ key, value }) => [key, plainMacroValue(value)])),
  ]);
}

function places({ problems, positionOf }: ParsedMacros) {
  return problems.map(({ kind, offset }) => `${kind} ${positionOf(offset).line}:${positionOf(offset).column}`);
}

describe("a macro is read", () => {
  test.each([
    ["without arguments", "{{note}}", "note", {}],
    ["with bare words", "{{note a=b c=.nexus/memory/x-1.md}}", "note", { a: "b", c: ".nexus/memory/x-1.md" }],
    ["with quoted text", '{{note a="b c"}}', "note", { a: "b c" }],
    ["with braces in quotes", '{{note a="x }} y {{ z"}}', "note", { a: "x }} y {{ z" }],
    ["with escapes in quotes", String.raw`{{note a="say \"hi\" \\ bye"}}`, "note", { a: String.raw`say "hi" \ bye` }],
    ["with an empty text", '{{note a=""}}', "note", { a: "" }],
    ["with an empty array", "{{note a=[]}}", "note", { a: [] }],
    ["with an array of both kinds", '{{note a=[b, "c d"]}}', "note", { a: ["b", "c d"] }],
    ["with an inline object", "{{note a={k: v, l: w}}}", "note", { a: { k: "v", l: "w" } }],
    ["with objects in an array", '{{note a=[{k: "v }", l: [w]}, {}]}}', "note", { a: [{ k: "v }", l: ["w"] }, {}] }],
    ["over several lines", "{{note\n  a=b\n  c=[d,\n    e]\n}}", "note", { a: "b", c: ["d", "e"] }],
    ["inside a code fence", "```\n{{note a=b}}\n```", "note", { a: "b" }],
  ])("%s", (_, text, primitive, args) => {
    expect(read(text)).toEqual({ macros: [[primitive, args]], problems: [] });
  });

  test("with a heredoc whose text is literal, and its end is that of the closing line", () => {
    const text =
      "before {{spawn role=writer prompt=>>ORDER}}\nTASK: {{note a=b}}\n\n  <<ORDER is not yet it\n<<ORDER\nafter";
    expect(read(text)).toEqual({
      macros: [["spawn", { role: "writer", prompt: "TASK: {{note a=b}}\n\n  <<ORDER is not yet it" }]],
      problems: [],
    });
    const [macro] = parseMacros(text).macros;
    expect([text.slice(0, macro!.start), text.slice(macro!.end)]).toEqual(["before ", "\nafter"]);
  });

  test("from a checkout with CRLF, where the text of a heredoc still has LF", () => {
    expect(read("{{spawn prompt=>>A}}\r\none\r\ntwo\r\n<<A\r\n{{note}}\r\n")).toEqual({
      macros: [
        ["spawn", { prompt: "one\ntwo" }],
        ["note", {}],
      ],
      problems: [],
    });
  });

  test("with an empty heredoc at the end of the file", () => {
    expect(read("{{spawn prompt=>>A}}\n<<A")).toEqual({ macros: [["spawn", { prompt: "" }]], problems: [] });
  });
});

describe("a text that only looks like a macro is reported with its place", () => {
  test.each([
    ["white space behind the braces", "{{ note }}", ["malformed 1:3"]],
    ["three braces", "{{{note}}}", ["malformed 1:3"]],
    ["an upper-case primitive", "{{Note}}", ["malformed 1:3"]],
    ["no end", "{{note a=b", ["malformed 1:1"]],
    ["white space before =", "{{note a =b}}", ["malformed 1:9"]],
    ["white space behind =", "{{note a= b}}", ["malformed 1:9"]],
    ["a key alone behind another", "{{note a=b c}}", ["malformed 1:13"]],
    ["no value", "{{note a=}}", ["malformed 1:10"]],
    ["values that touch", '{{note a="b"c=d}}', ["malformed 1:13"]],
    ["a single closing brace", "{{note a=b}", ["malformed 1:11"]],
    ["a text over two lines", '{{note a="b\nc"}}', ["malformed 1:10"]],
    ["an unknown escape", String.raw`{{note a="b\n"}}`, ["malformed 1:12"]],
    ["a comma at the end", "{{note a=[b,]}}", ["malformed 1:13"]],
    ["an array without end", "{{note a=[b}}", ["malformed 1:12"]],
    ["a quoted key in an object", '{{note a={"k": v}}}', ["malformed 1:11"]],
    ["a key twice in an object", "{{note a={k: v, k: w}}}", ["malformed 1:17"]],
    ["a slot in place of a value", "{{note a={name}}}", ["unfilled-slot 1:10"]],
    ["a heredoc before the end", "{{note a=>>B c=d}}\n<<B", ["malformed 1:13", "heredoc-unclosed 2:1"]],
    ["text behind a heredoc's braces", "{{note a=>>B}} x\n<<B", ["malformed 1:15", "heredoc-unclosed 2:1"]],
    ["a label in lower case", "{{note a=>>b}}\n<<b", ["heredoc-label 1:8"]],
    ["a label twice", "{{note a=>>B}}\n<<B\n{{note a=>>B}}\n<<B", ["heredoc-duplicate 3:8"]],
    ["a heredoc in a heredoc", "{{note a=>>B}}\nx {{note c=>>D}}\n<<B", ["heredoc-nested 2:3"]],
    ["a closing line that is indented", "{{note a=>>B}}\nx\n <<B", ["heredoc-unclosed 1:8"]],
    ["a closing line of another label", "{{note a=>>B}}\nx\n<<C", ["heredoc-unclosed 1:8", "heredoc-unclosed 3:1"]],
  ])("%s", (_, text, problems) => {
    expect(read(text).problems).toEqual(problems);
  });

  test("and one slip does not hide the macros and slips behind it", () => {
    expect(read('{{note a="b}}\n{{note a=b}}\n{{note a=>>B}}\n{{note c=}}\n')).toEqual({
      macros: [
        ["note", { a: "b" }],
        ["note", { a: "" }],
      ],
      problems: ["malformed 1:10", "heredoc-unclosed 3:8", "malformed 4:10"],
    });
  });
});

test.each(["{list}", "{the list}", "$\u007blist}", "<the list>", "[INSERT LIST]"])(
  "a slot needs no quotes to be one: %s",
  (slot) => {
    expect(parseMacros(`{{act key=${slot}}}`).problems.map(({ kind }) => kind)).toEqual(["unfilled-slot"]);
  },
);
