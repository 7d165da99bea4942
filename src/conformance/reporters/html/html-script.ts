/** The script of the HTML report: search, filters, expanding the target of a link, copying a command. */
export const SCRIPT = `
const search = document.querySelector("#search");
const status = document.querySelector("#status");
const level = document.querySelector("#level");
const shown = document.querySelector("#shown");
const rows = [...document.querySelectorAll("[data-status]")];
for (const row of rows) row.dataset.text = row.textContent.toLowerCase();

function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const count = { case: 0, requirement: 0 };
  for (const row of rows) {
    const { kind, text } = row.dataset;
    const fits =
      (status.value === "" || row.dataset.status.split(" ").includes(status.value)) &&
      (level.value === "" || row.dataset.level.split(" ").includes(level.value)) &&
      words.every((word) => text.includes(word));
    row.hidden = !fits;
    if (fits) count[kind] += 1;
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = group.querySelector("[data-status]:not([hidden])") === null;
  }
  const counted = (kind) => count[kind] + " " + kind + (count[kind] === 1 ? "" : "s");
  shown.textContent = counted("case") + ", " + counted("requirement");
}

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null || target.dataset.status === undefined) return;
  if (target.hidden) {
    search.value = status.value = level.value = "";
    filter();
  }
  if (target.tagName === "DETAILS") target.open = true;
  target.scrollIntoView();
}

search.addEventListener("input", filter);
status.addEventListener("change", filter);
level.addEventListener("change", filter);
addEventListener("hashchange", reveal);
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || /INPUT|SELECT/.test(event.target.tagName)) return;
  event.preventDefault();
  search.focus();
});
for (const button of document.querySelectorAll(".copy button")) {
  button.addEventListener("click", async () => {
    const command = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(command.textContent);
      button.textContent = "Copied";
    } catch {
      // A page opened from disk may not use the clipboard. The user can copy the selection.
      getSelection().selectAllChildren(command);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
document.querySelector(".filters").hidden = false;
filter();
reveal();
`;
