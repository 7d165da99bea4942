// A model as a program, for the scenarios: what it does stands in its first word.
import { appendFileSync, readFileSync } from "node:fs";

const request = JSON.parse(readFileSync(0, "utf8"));
const say = (reply) => process.stdout.write(JSON.stringify(reply));
const lastTool = request.messages.findLast(({ from }) => from === "tool");

const deeds = {
  // Changes a file by an edit, asks for the tasks, and says what it saw.
  works() {
    if (lastTool === undefined) {
      say({
        edits: [{ path: "src/a.js", text: "export const a = 2;\n" }],
        calls: [{ id: "x", name: "task_list", params: {} }],
      });
    } else {
      const seen = { protocol: request.protocol, files: request.files, tasks: JSON.parse(lastTool.text).exists };
      const block = {
        ...{
          report: 1,
          role: "engineer",
          task_id: 1,
          status: "complete",
          verdict: null,
          summary: JSON.stringify(seen),
        },
        ...{ criteria: [], findings: [], checks: [], files: { changed: ["src/a.js"], artifacts: [] }, assumptions: [] },
        ...{ questions: [], not_done: [], suspect_content: [], next: [], engineer: {} },
      };
      const isBody = request.system.includes("## Constraints");
      say({ text: isBody ? `Changed.\n\n\`\`\`nexus-report\n${JSON.stringify(block)}\n\`\`\`\n` : "Changed." });
    }
  },
  escapes() {
    if (lastTool === undefined) say({ edits: [{ path: "../outside.txt", text: "x" }] });
    else say({ text: lastTool.text });
  },
  babbles: () => process.stdout.write("Sure, here you are!"),
  misspells: () => say({ text: "x", call: [] }),
  dies: () => process.exit(7),
  hangs: () => setTimeout(() => undefined, 60_000),
  silent: () => say({}),
  // Answers so many turns, counted in a file over all processes, and then no more.
  slows() {
    const [, , , counter, quick] = process.argv;
    appendFileSync(counter, ".");
    if (readFileSync(counter, "utf8").length > Number(quick)) setTimeout(() => undefined, 60_000);
    else say({ text: "Changed." });
  },
  "never-ends": () => say({ calls: [{ name: "list_files" }] }),
  judges() {
    const { text } = request.messages[0];
    const quotation = process.argv[4] ?? (text.includes("Changed.") ? "Changed." : "nothing of the kind");
    say({ text: JSON.stringify({ answer: process.argv[3] ?? "yes", quotation }) });
  },
  invents: () => say({ text: '{"answer": "yes", "quotation": "what nobody wrote"}' }),
};

deeds[process.argv[2]]();
