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
.notice li + li { margin-top: .3rem; }
.notice.alarm { background: var(--delete-tint); border-color: var(--delete-bar); }
.notice.alarm h2 { color: var(--delete); }
.notice.caution { border-left-color: var(--update); }
.notice.calm { background: var(--add-tint); border-color: var(--add-bar); }
.alarm code { font-weight: 700; display: inline-block; }
.pair { display: inline-flex; flex-wrap: wrap; gap: 0 .7rem; align-items: baseline; }
.pair code { font-size: 1.02em; }
details { margin-top: .5rem; }
details ul, details > div { margin-top: .4rem; }
summary { cursor: pointer; color: var(--soft); width: fit-content; border-radius: 4px; }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem; }
.tiles li { background: var(--card); color: var(--ink); border: 1px solid var(--line); border-radius: 10px; padding: .65rem 1rem; }
.tiles strong { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tiles.sums { grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); } .sums strong { font-size: 1.35rem; overflow-wrap: anywhere; } .tiles small { display: block; color: var(--soft); }
.tiles .none, .tiles .none strong { color: var(--soft); }
.tiles .add strong { color: var(--add); } .tiles .update strong { color: var(--update); }
.tiles .delete { background: var(--delete-tint); border-color: var(--delete-bar); }
.tiles .delete strong { color: var(--delete); }
.tiles li:has(> button) { padding: 0; }
.tiles button { all: unset; box-sizing: border-box; display: flex; flex-direction: column; width: 100%; height: 100%; padding: .65rem 1rem; border-radius: 9px; cursor: pointer; }
.tiles button:hover, .rules button:hover { background: var(--hover); }
.tiles button[aria-pressed=true], .rules button[aria-pressed=true] { box-shadow: inset 0 0 0 2px var(--focus); }

.rules li { display: grid; grid-template-columns: 5.2rem 15rem 8rem 1fr; gap: .1rem .9rem; align-items: baseline; padding: .5rem 0; }
.rules li + li { border-top: 1px solid var(--line); }
.rules .badge { justify-self: start; }
.rules button { all: unset; border-radius: 5px; padding: .1rem .35rem; margin-left: -.35rem; cursor: pointer; text-decoration: underline; text-underline-offset: 3px; text-decoration-color: var(--field); }
.rules .sums { display: flex; flex-wrap: wrap; gap: 0 1.1rem; }
.rules .sums, .rules .count { font-variant-numeric: tabular-nums; }
.rules details { grid-column: 2 / -1; margin: 0; }
.money { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: .5rem 2.5rem; align-items: start; }
.money > .soft { grid-column: 1 / -1; }
.card details + details { border-top: 1px solid var(--line); padding-top: .5rem; }
.chart { display: grid; grid-template-columns: max-content 1fr max-content; gap: .25rem .8rem; align-items: center; }
.chart li { display: contents; }
.chart svg { width: 100%; height: .8rem; }
.chart .name { font-size: .92em; }
.days { margin: 0; } .days svg { width: 100%; height: 7rem; display: block; border-bottom: 1px solid var(--field); margin-top: .4rem; }
.days .axis { display: flex; justify-content: space-between; font-size: .86rem; }
.bar.error { fill: var(--delete-bar); } .bar.warning { fill: var(--update-bar); } .bar.plain { fill: var(--plain-bar); }

table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .86rem; white-space: nowrap; }
th, td { padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom-color: transparent; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number.add, td.number.update, td.number.delete { font-weight: 700; }
.lists { max-height: 31rem; overflow: auto; margin: 0 -.6rem; }
.lists + details { margin-top: .8rem; }
.lists thead th { position: sticky; top: 0; background: var(--card); z-index: 1; }
.lists td:first-child { min-width: 10rem; }
.lists small { display: block; font-size: .86rem; }
.figures { display: flex; align-items: center; gap: .8rem; }
.figures span { white-space: nowrap; font-variant-numeric: tabular-nums; }
.lists code { white-space: nowrap; }
.bars { flex: none; border-radius: 3px; }
.stays { fill: var(--stay-bar); } .leaves { fill: var(--delete-bar); } .joins { fill: var(--add-bar); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .86rem; }
.legend svg { margin-right: .35rem; }

.tools { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: .75rem; }
.tools label { display: grid; gap: .2rem; font-size: .86rem; color: var(--soft); min-width: 0; }
.tools input, .tools select, .nothing button { font: inherit; font-size: .95rem; color: var(--ink); background: var(--card);
  border: 1px solid var(--field); border-radius: 7px; height: 2.3rem; padding: 0 .6rem; max-width: 17rem; min-width: 0; width: 100%; }
.tools .tools { margin: 0; }
.tools .count { margin: 0 0 .45rem auto; font-variant-numeric: tabular-nums; }
.cars { max-height: max(20rem, 74vh); overflow: auto; overflow-anchor: none; border: 1px solid var(--line); border-radius: 8px; }
.cars table { table-layout: fixed; border-collapse: separate; border-spacing: 0; }
.cars thead th { position: sticky; top: 0; background: var(--card); z-index: 2; padding: 0; }
.cars th.number button { text-align: right; }
.cars th button { all: unset; box-sizing: border-box; width: 100%; padding: .55rem .6rem; cursor: pointer; overflow: hidden; text-overflow: ellipsis; }
.cars th button:hover, .cars th[aria-sort] button { color: var(--ink); }
.cars th button::after { content: " ↕"; content: " ↕" / ""; opacity: .45; }
.cars th[aria-sort=ascending] button::after { content: " ↑"; content: " ↑" / ""; opacity: 1; }
.cars th[aria-sort=descending] button::after { content: " ↓"; content: " ↓" / ""; opacity: 1; }
.cars tbody tr { height: 34px; }
.cars tbody td { height: 34px; padding: 0 .6rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; background: var(--card); }
.cars td code { font-size: .95em; }
.sort, .more { display: none !important; }
.cars tbody tr:hover td { background: var(--hover); }
.cars td.car { font-weight: 600; white-space: pre; }
.cars .car, .cars .column-car { position: sticky; left: 0; z-index: 1; }
.cars .column-car { z-index: 3; }
.cars tbody tr:nth-last-child(2) td { border-bottom-color: transparent; }
.cars .space td { height: 0; padding: 0; border: 0; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 5px; line-height: 1.55rem; }
.badge.add, .badge.verified, .badge.acknowledged { color: var(--add); background: var(--add-tint); }
.badge.update, .badge.not-sent, .badge.warning { color: var(--update); background: var(--update-tint); }
.badge.delete, .badge.detach, .badge.rejected, .badge.unknown, .badge.error { color: var(--delete); background: var(--delete-tint); }
.badge.yes { color: var(--delete); font-weight: 700; padding: 0; }
.badge.keep, .badge.no, .badge.info { color: var(--soft); background: none; }
.badge.no { padding: 0; }
.nothing { padding: 1.6rem 1rem; text-align: center; }
.nothing button { width: auto; margin-left: .6rem; cursor: pointer; }
:focus-visible, .cars th button:focus-visible, .tiles button:focus-visible, .rules button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
summary:focus-visible, .tools :focus-visible { outline-offset: 2px; }
[hidden] { display: none !important; }
@media screen and (max-width: 40rem) {
  main { padding: 1.25rem .75rem 2rem; gap: .75rem; }
  .card { padding: .8rem .85rem; }
  .tiles { grid-template-columns: repeat(6, 1fr); gap: .5rem; }
  .tiles.sums { grid-template-columns: repeat(6, 1fr); } .tiles.sums li { grid-column: span 3; }
  .tiles li { grid-column: span 2; padding: .5rem .7rem; } .tiles li:nth-child(n+4) { grid-column: span 3; }
  .tiles li { font-size: .88rem; } .tiles button { padding: .5rem .6rem; }
  .tools, .tools label, .tools .tools { width: 100%; } .tools .tools label, .tools .sort { width: calc(50% - .375rem); }
  .tools input, .tools select { max-width: none; }
  .tools .count { margin: 0; }
  .sort { display: grid !important; }
  .money { display: block; } .money > * + * { margin-top: 1rem; }
  .chart { display: block; } .chart li { display: grid; grid-template-columns: 1fr max-content; gap: .1rem .6rem; margin-bottom: .5rem; }
  .chart svg { grid-column: 1 / -1; grid-row: 2; }
  .rules li { grid-template-columns: max-content 1fr; } .rules .count { grid-column: 1 / -1; }
  .rules .sums { grid-column: 1 / -1; display: grid; } .rules details { grid-column: 1 / -1; }
  .lists { max-height: none; margin: 0; overflow: visible; }
  .lists table, .lists tbody, .lists tr { display: block; } .lists thead { display: none; }
  .lists tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } .lists tbody tr:last-child { border: 0; }
  .lists td { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0; border: 0; text-align: right; }
  .lists td:first-child { display: block; text-align: left; min-width: 0; font-weight: 600; }
  .lists td:not(:first-child)::before { content: attr(data-label); color: var(--soft); font-weight: 400; text-align: left; }
  .lists code { white-space: normal; }
  .cars { max-height: none; overflow: visible; border: 0; }
  .cars table { min-width: 0 !important; } .cars thead, .cars colgroup { display: none; }
  .cars table, .cars tbody { display: block; }
  .cars tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem .8rem; height: auto; padding: .6rem 0; border-top: 1px solid var(--line); }
  .cars tbody td { display: block; height: auto; padding: 0; border: 0; white-space: normal; overflow: visible; overflow-wrap: anywhere; text-align: left; }
  .cars tbody td:empty { display: none; } .cars tbody tr:hover td { background: none; }
  .cars tbody td::before { content: attr(data-label); display: block; color: var(--soft); font: .8rem/1.3 system-ui, sans-serif; }
  .cars td.car::before { display: none !important; }
  .cars td.car { grid-column: 1 / -1; position: static; font-size: 1.05rem; white-space: pre-wrap; }
  .cars td.why, .cars td.note, .cars td.source, .cars td.trace, .cars td.what { grid-column: 1 / -1; }
  .more:not([hidden]) { display: block !important; } .more { font: inherit; width: 100%; padding: .6rem; margin-top: .5rem; color: var(--ink); background: var(--card); border: 1px solid var(--field); border-radius: 7px; cursor: pointer; }
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
  .tools label, .cars .space, th button::after, .rules details { display: none; }
  .money { display: block; } .chart li, .days { break-inside: avoid; }
  .cars, .lists { max-height: none; overflow: visible; border: 0; }
  .cars table { table-layout: auto; min-width: 0 !important; }
  .cars thead th, .cars .car { position: static; }
  .cars col { width: auto !important; }
  .cars tbody tr { height: auto; }
  .cars td.note, .cars td.why { min-width: 9rem; }
  .cars tbody td { white-space: normal; height: auto; padding: .15rem .4rem; font-size: 8.5pt; }
  .badge { padding: 0; white-space: nowrap; } .cars td.car { white-space: nowrap; }
  tr, .notice, .tiles { break-inside: avoid; }
  svg, mark { print-color-adjust: exact; }
}
`;
