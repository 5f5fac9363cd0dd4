/** The styles of every HTML page: light and dark by the reader's setting, nothing loaded from anywhere. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1b2430; --soft: #5a6675; --line: #dce1e7; --hover: #eef2f7;
  --add: #17663a; --add-bar: #4fae78; --update: #7a4f00; --delete: #ad1f2d; --bar: #9fb0c3; --focus: #1d5fd1;
  --alarm: #fdecee; --alarm-line: #e5a3aa;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --card: #1a2029; --ink: #e6eaf0; --soft: #9aa7b6; --line: #303945; --hover: #222a35;
    --add: #6fd39b; --add-bar: #4fae78; --update: #e8b75c; --delete: #ff8b95; --bar: #5b6b7f; --focus: #7fb0ff;
    --alarm: #3a1c21; --alarm-line: #7c3a43;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; display: grid; gap: 1.25rem; }
main > * { min-width: 0; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
p { margin: 0 0 .4rem; }
ul { margin: 0; padding-left: 1.2rem; }
code, .car, .source { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .92em; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.15rem; }
.alarm { background: var(--alarm); border-color: var(--alarm-line); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 0; padding: 0; }
.tiles li { flex: 1 1 7rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .7rem 1rem; }
.tiles strong { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.add { color: var(--add); } .update { color: var(--update); } .delete, .rejected, .unknown { color: var(--delete); }
.not-sent { color: var(--update); } .verified, .acknowledged { color: var(--add); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .86rem; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.lists { max-height: 24rem; overflow: auto; }
.bars { display: block; } .bars .before { fill: var(--bar); } .bars .after { fill: var(--add-bar); }
.tools { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: .75rem; }
.tools label { display: grid; gap: .2rem; font-size: .86rem; color: var(--soft); }
.tools input, .tools select { font: inherit; color: var(--ink); background: var(--page); border: 1px solid var(--line);
  border-radius: 7px; padding: .4rem .6rem; max-width: 18rem; }
.tools .tools { margin: 0; }
.tools .count { margin: 0 0 .4rem auto; }
.cars { max-height: min(70vh, 46rem); overflow: auto; border: 1px solid var(--line); border-radius: 8px; }
.cars table { table-layout: fixed; min-width: 54rem; }
.cars thead th { position: sticky; top: 0; background: var(--card); z-index: 1; padding: 0; box-shadow: 0 1px 0 var(--line); }
.cars th button { all: unset; box-sizing: border-box; width: 100%; padding: .55rem .6rem; cursor: pointer; white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; }
.cars th button:hover { color: var(--ink); }
.cars tbody tr { height: 34px; }
.cars tbody td { padding: 0 .6rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.cars tbody tr:hover { background: var(--hover); }
.nothing { padding: .6rem; }
.cars .space, .cars .space td { height: 0; padding: 0; border: 0; }
:focus-visible, .cars th button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
@media print { .tools { display: none; } .cars { max-height: none; } }
`;
