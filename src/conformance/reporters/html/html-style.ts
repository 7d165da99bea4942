/** The style of the HTML report: system fonts, light and dark scheme, one column on a phone. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f6f7f9; --line: #d9dde3; --text: #1b1f24; --dim: #5a6472; --link: #0b57d0;
  --good: #176d36; --good-soft: #dcf3e4; --bad: #b3261e; --bad-soft: #fde3e1; --warn: #835600; --warn-soft: #fbecc9;
  --none-soft: #e8ebef;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --panel: #1d2127; --line: #363d47; --text: #e7eaee; --dim: #a3adba; --link: #8ab4f8;
    --good: #7ddc9f; --good-soft: #16351f; --bad: #ffa49d; --bad-soft: #481c1a; --warn: #f2c65f; --warn-soft: #3c2f0e;
    --none-soft: #2a3038;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { overflow-wrap: anywhere; max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: .875rem; margin: 1rem 0 .35rem; color: var(--dim); font-weight: 600; }
p { margin: .35rem 0; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .8125rem; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .6rem .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; overflow-y: auto; }
.dim { color: var(--dim); }
.verdict { display: inline-block; margin: .75rem 0; padding: .35rem .8rem; border-radius: 6px; font-weight: 600; }
.good { background: var(--good-soft); color: var(--good); }
.bad { background: var(--bad-soft); color: var(--bad); }
.warn { background: var(--warn-soft); color: var(--warn); }
.none { background: var(--none-soft); color: var(--dim); }
.tag { display: inline-block; padding: 0 .5rem; border-radius: 999px; font-size: .8125rem; font-weight: 600;
  white-space: nowrap; }
.scroll { overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line);
  vertical-align: baseline; }
th { font-size: .8125rem; color: var(--dim); font-weight: 600; }
td.number, th.number { text-align: right; overflow-wrap: normal; white-space: nowrap; }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center;
  padding: .75rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
.filters input, .filters select { font: inherit; color: inherit; background: var(--panel); min-height: 2.5rem;
  border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem; min-width: 0; }
.filters input { flex: 1 1 14rem; }
.filters output { color: var(--dim); font-size: .875rem; margin-left: auto; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
details.case { border-bottom: 1px solid var(--line); }
details.case > summary { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 .75rem; cursor: pointer;
  padding: .6rem 0; list-style: none; }
details.case > summary::-webkit-details-marker { display: none; }
summary .name { font-weight: 600; overflow-wrap: anywhere; }
summary .name::after { content: " ▸"; color: var(--dim); font-weight: 400; }
details[open] > summary .name::after { content: " ▾"; }
[data-status], h2 { scroll-margin-top: 5rem; }
summary .about { grid-column: 2; color: var(--dim); font-size: .9375rem; }
.body { padding: 0 0 1rem 11.75rem; }
.failure { margin: .5rem 0 1rem; padding-left: .75rem; border-left: 3px solid var(--bad); }
.values { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; }
.diff .removed { color: var(--bad); background: var(--bad-soft); }
.diff .added { color: var(--good); background: var(--good-soft); }
.diff span { display: block; min-height: 1.5em; }
.refs { padding: 0; margin: .35rem 0; list-style: none; overflow-wrap: anywhere; }
.refs a, a { color: var(--link); }
.copy { display: flex; gap: .5rem; align-items: stretch; }
.copy pre { flex: 1; min-width: 0; }
button { font: inherit; font-size: .875rem; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; padding: 0 .75rem; min-height: 2.5rem; cursor: pointer; }
.jump { position: absolute; left: -100rem; }
.jump:focus { left: 1rem; top: .5rem; background: var(--page); padding: .5rem; z-index: 2; }
[hidden] { display: none !important; }
@media (max-width: 40rem) {
  details.case > summary { grid-template-columns: minmax(0, 1fr); gap: .2rem; }
  summary .about { grid-column: 1; }
  .body { padding-left: 0; }
  .values { grid-template-columns: minmax(0, 1fr); }
  .filters { position: static; }
  [data-status], h2 { scroll-margin-top: .5rem; }
  .filters input { flex-basis: 100%; }
  .filters select { flex: 1 1 8rem; }
  .scroll th, .scroll td { padding-right: .4rem; }
  .scroll th.number { white-space: normal; vertical-align: bottom; }
  .requirements thead { display: none; }
  .requirements, .requirements tbody { display: block; }
  .requirements tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .requirements td { display: block; border: 0; padding: .1rem 0; }
  .requirements td.number { text-align: left; }
  .requirements td.number::after { content: " " attr(data-label); color: var(--dim); }
}
@media print {
  .filters, .copy button { display: none; }
}
`;
