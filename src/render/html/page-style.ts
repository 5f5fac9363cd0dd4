/** The styles of every HTML page: light and dark by the reader's setting, nothing loaded from anywhere, nothing that moves. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f6f8; --card: #ffffff; --ink: #1b2430; --soft: #566271; --line: #dde2e8; --field: #7d8896; --hover: #eef2f7;
  --add: #14612f; --add-tint: #e3f4e9; --add-bar: #3f9d68;
  --update: #744a00; --update-tint: #fcf0d6; --update-bar: #d99a2b; --plain-bar: #4f7fc4;
  --delete: #a61b2a; --delete-tint: #fdeaec; --delete-bar: #d3505e;
  --stay-bar: #b4c0ce; --mark: #ffd95c; --on-mark: #1b2430; --focus: #1d5fd1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151b; --card: #191f28; --ink: #e6eaf0; --soft: #9fabba; --line: #2f3843; --field: #6f7d8f; --hover: #222a35;
    --add: #74d6a0; --add-tint: #17301f; --add-bar: #4fae78;
    --update: #ecbd66; --update-tint: #35290f; --update-bar: #c28f35; --plain-bar: #6f9be0;
    --delete: #ff939c; --delete-tint: #3b1a1f; --delete-bar: #e0606d;
    --stay-bar: #4c5a6c; --mark: #f2c744; --on-mark: #161b22; --focus: #7fb0ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 92rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; display: grid; gap: 1rem; }
main > * { min-width: 0; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .35rem; letter-spacing: -.01em; }
h2 { font-size: 1.02rem; margin: 0 0 .5rem; }
p { margin: 0 0 .3rem; }
p:last-child { margin-bottom: 0; }
ul { margin: 0; padding: 0; list-style: none; }
code, .car, .source, .trace { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .92em; }
code, .card { overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.add { color: var(--add); } .update { color: var(--update); } .delete { color: var(--delete); }
.causes { font-size: 1.05rem; font-weight: 600; }
mark { background: var(--mark); color: var(--on-mark); border-radius: 2px; font-weight: 700; }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .95rem 1.15rem; }
.notice { border-left: 4px solid var(--stay-bar); }
.notice.alarm { background: var(--delete-tint); border-color: var(--delete-bar); }
.notice.alarm h2 { color: var(--delete); }
.notice.caution { border-left-color: var(--update); }
.notice.calm { background: var(--add-tint); border-color: var(--add-bar); }
.notice h3 { font-size: 1rem; margin: .7rem 0 .3rem; }
.notice li + li, .notice ul + p { margin-top: .3rem; }
.alarm p code { font-weight: 700; }
ul:has(> li > .pair) { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .3rem 1.5rem; }
li:has(> .pair) { margin: 0 !important; } .pair code { font-size: 1.02em; margin-right: .5rem; }
details { margin-top: .5rem; }
details ul, details > div { margin-top: .4rem; }
summary { cursor: pointer; color: var(--soft); width: fit-content; min-height: 1.7rem; line-height: 1.7rem; border-radius: 4px; }

.tiles { display: flex; flex-wrap: wrap; gap: .75rem; }
.tiles li { flex: 1 1 7.5rem; background: var(--card); color: var(--ink); border: 1px solid var(--line); border-radius: 10px; padding: .65rem 1rem; }
.tiles strong { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.sums strong { font-size: 1.35rem; overflow-wrap: break-word; }
.tiles small { display: block; color: var(--soft); } .tiles .delete small { color: var(--delete); font-weight: 600; }
.tiles .none, .tiles .none strong { color: var(--soft); }
.tiles .add strong { color: var(--add); } .tiles .update strong { color: var(--update); }
.tiles .delete { background: var(--delete-tint); border-color: var(--delete-bar); }
.tiles .delete strong { color: var(--delete); }
.tiles li:has(> button) { padding: 0; }
.tiles button { all: unset; box-sizing: border-box; display: flex; flex-direction: column; width: 100%; height: 100%; padding: .65rem 1rem; border-radius: 9px; cursor: pointer; }
.chip { font: inherit; font-size: .92rem; line-height: 1.4; text-align: left; color: var(--ink); background: var(--card); border: 1px solid var(--field); border-radius: 7px; padding: .2rem .6rem; cursor: pointer; }
.chip small { color: var(--soft); }
.tiles button:hover, .rules button:hover, .lists button:hover, .chip:hover { background: var(--hover); }
[aria-pressed=true] { box-shadow: inset 0 0 0 2px var(--focus) !important; }

.rules li { display: grid; grid-template-columns: 5.2rem 15rem 8rem 1fr; gap: .1rem .9rem; align-items: baseline; padding: .5rem 0; }
.rules li + li { border-top: 1px solid var(--line); }
.rules .badge { justify-self: start; }
.rules button, .lists button { all: unset; border-radius: 5px; padding: .1rem .35rem; margin-left: -.35rem; cursor: pointer; text-decoration: underline; text-underline-offset: 3px; text-decoration-color: var(--field); }
.rules .sums { display: flex; flex-wrap: wrap; gap: 0 1.1rem; }
.rules .sums, .rules .count { font-variant-numeric: tabular-nums; }
.rules details { grid-column: 2 / -1; margin: 0; }
.card details + details { border-top: 1px solid var(--line); padding-top: .5rem; } details + .soft { margin-top: .6rem; }
.days { margin: 0; } .days svg { width: 100%; height: 7rem; display: block; border-bottom: 1px solid var(--field); margin-top: .4rem; }
.days .axis { display: flex; justify-content: space-between; font-size: .86rem; }
.bar { fill: var(--plain-bar); }

table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .86rem; white-space: nowrap; }
th, td { padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom-color: transparent; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number.add, td.number.update, td.number.delete { font-weight: 700; }
.lists th:first-child, .lists td:first-child { padding-left: 0; } .lists td:first-child { min-width: 10rem; }
.lists small { display: block; font-size: .86rem; } .lists .number { white-space: nowrap; }
.figures { display: flex; align-items: center; gap: .8rem; }
.figures span { white-space: nowrap; font-variant-numeric: tabular-nums; }
.bars { flex: none; border-radius: 3px; }
.stays { fill: var(--stay-bar); } .leaves { fill: var(--delete-bar); } .joins { fill: var(--add-bar); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .86rem; }
.legend svg { margin-right: .35rem; }

.tools { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: .6rem; }
.tools label, .filter > span { font-size: .86rem; color: var(--soft); } .tools label { display: grid; gap: .2rem; min-width: 0; }
.tools input, .tools select { font: inherit; font-size: .95rem; color: var(--ink); background: var(--card); border: 1px solid var(--field); border-radius: 7px; height: 2.3rem; padding: 0 .6rem; width: 20rem; max-width: 100%; }
.tools .count { margin: 0 0 .2rem auto; font-variant-numeric: tabular-nums; min-height: 1.9rem; }
#filters { display: flex; flex-wrap: wrap; gap: .5rem 1.4rem; margin-bottom: .6rem; }
.filter { display: flex; flex-wrap: wrap; gap: .35rem; align-items: baseline; }
.rows thead th { position: sticky; top: 0; background: var(--card); z-index: 1; padding: 0; }
.rows th.number button { text-align: right; }
.rows th button { all: unset; box-sizing: border-box; width: 100%; padding: .55rem .6rem; cursor: pointer; }
.rows th button:hover, .rows th[aria-sort] button { color: var(--ink); }
.rows th button::after { content: " ↕"; content: " ↕" / ""; opacity: .45; }
.rows th[aria-sort=ascending] button::after { content: " ↑"; content: " ↑" / ""; opacity: 1; }
.rows th[aria-sort=descending] button::after { content: " ↓"; content: " ↓" / ""; opacity: 1; }
.rows tbody td { padding: .3rem .6rem; vertical-align: baseline; overflow-wrap: break-word; }
.rows tbody tr:hover { background: var(--hover); }
.rows td.car { font-weight: 600; white-space: pre-wrap; min-width: 7rem; }
.rows td.car, .rows td.list, .rows td.note, .rows td.check, .rows td.why, .rows td.source, .rows td.trace { overflow-wrap: anywhere; }
.rows td.list, .rows td.note, .rows td.check { min-width: 8rem; } .rows td.why { min-width: 13rem; }
.rows td.action, .rows td.rule, .rows td.number, .rows td.day { white-space: nowrap; } .rows td.amount { white-space: normal; min-width: 8rem; }
.sort { display: none !important; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 5px; line-height: 1.55rem; white-space: nowrap; }
.badge.add, .badge.verified, .badge.acknowledged { color: var(--add); background: var(--add-tint); }
.badge.update, .badge.not-sent, .badge.warning { color: var(--update); background: var(--update-tint); }
.badge.delete, .badge.detach, .badge.rejected, .badge.unknown, .badge.error { color: var(--delete); background: var(--delete-tint); }
.badge.yes { color: var(--delete); font-weight: 700; padding: 0; }
.badge.keep, .badge.no, .badge.info { color: var(--soft); background: none; }
.badge.no { padding: 0; }
.nothing { padding: 1.6rem 1rem; text-align: center; }
#more { display: block; width: 100%; text-align: center; padding: .6rem; margin-top: .5rem; }
:focus-visible, .rows th button:focus-visible, .tiles button:focus-visible, .rules button:focus-visible, .lists button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
summary:focus-visible, .tools :focus-visible { outline-offset: 2px; }
[hidden] { display: none !important; }
@media screen and (max-width: 40rem) {
  main { padding: 1.25rem .75rem 2rem; gap: .75rem; }
  .card { padding: .8rem .85rem; }
  .tiles { gap: .5rem; } .tiles li { flex-basis: 6rem; padding: .5rem .7rem; font-size: .88rem; } .tiles button { padding: .5rem .6rem; }
  .tools label { width: 100%; } .tools .sort { display: grid !important; } .tools .count { margin: 0; }
  .tools input, .tools select { width: 100%; }
  .rules li { grid-template-columns: max-content 1fr; } .rules .count { grid-column: 1 / -1; }
  .rules .sums { grid-column: 1 / -1; display: grid; } .rules details { grid-column: 1 / -1; }
  .lists, .lists tbody, .lists tr, .rows, .rows tbody { display: block; } .lists thead, .rows thead { display: none; }
  .lists tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } .lists tbody tr:last-child { border: 0; }
  .lists td { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0; border: 0; text-align: right; }
  .lists td:first-child { display: block; text-align: left; min-width: 0; font-weight: 600; }
  .lists td:not(:first-child)::before { content: attr(data-label); color: var(--soft); font-weight: 400; text-align: left; }
  .rows tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem .8rem; padding: .6rem 0; border-top: 1px solid var(--line); }
  .rows tbody td { display: block; padding: 0; border: 0; white-space: normal; min-width: 0; text-align: left; }
  .rows tbody td:empty { display: none; } .rows tbody tr:hover { background: none; }
  .rows tbody td::before { content: attr(data-label); display: block; color: var(--soft); font: .8rem/1.3 system-ui, sans-serif; }
  .rows td.car::before { display: none !important; }
  .rows td.car { grid-column: 1 / -1; font-size: 1.05rem; }
  .rows td.why, .rows td.check, .rows td.note, .rows td.source, .rows td.trace { grid-column: 1 / -1; }
}
@media print {
  :root {
    color-scheme: light;
    --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --add: #14612f; --add-tint: #fff; --update: #744a00;
    --update-tint: #fff; --delete: #a61b2a; --delete-tint: #fff; --stay-bar: #b4c0ce; --mark: #ffd95c; --on-mark: #000;
  }
  body { font-size: 10pt; }
  main { display: block; max-width: none; padding: 0; }
  main > * { margin-bottom: 1rem; }
  .tools label, #filters, #clear, th button::after, .rules details { display: none; }
  .days { break-inside: avoid; }
  .rows thead th { position: static; }
  .rows tbody td { padding: .15rem .4rem; font-size: 8.5pt; }
  .badge { padding: 0; }
  tr, .notice, .tiles { break-inside: avoid; }
  svg, mark { print-color-adjust: exact; }
}
`;
