// Writes the tables into docs/dev/performance.md, between its marks, and the picture beside it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pictureOf } from "./picture.mjs";
import { growth } from "./statistics.mjs";

const MARKS = ["<!-- figures: begin -->", "<!-- figures: end -->"];

const WHOLE_MARKS = ["<!-- whole runs: begin -->", "<!-- whole runs: end -->"];

/** Writes the tables of whole runs. */
export function writeWholeRuns(root, { applies, small, audits, distant }, runs) {
  const text = [
    `Medians of ${runs} turns; in brackets the least and the largest ratio of a turn.`,
    wholeRuns(["whole run", "cars"], applies, "× a program that makes the same requests"),
    wholeRuns(["reading of billing records", "records"], audits),
    table(
      ["small run", "CPU", "compared with", "×"],
      small.map((one) => [one.title, time(one.cpu), one.floor, ratio(one.ratio)]),
    ),
    table(
      ["plan of a distant or slow server, once", "start included", "first request to last answer", "least waiting"],
      distant.map((one) => [one.title, time(one.wall), time(one.span), time(one.least)]),
    ),
  ].join("\n\n");
  replaceBetween(root, WHOLE_MARKS, text);
}

function replaceBetween(root, [begin, end], text) {
  const path = join(root, "docs/dev/performance.md");
  const [before, rest] = readFileSync(path, "utf8").split(begin);
  writeFileSync(path, `${before}${begin}\n\n${text}\n\n${end}${rest.split(end)[1]}`);
}

function wholeRuns(what, runs, same) {
  return table(
    [...what, "CPU", "× bare program", ...(same ? [same] : []), "peak memory", "bare program's"],
    runs.map((one) => [
      one.title,
      number(one.size),
      time(one.cpu),
      ratio(one.ratio),
      ...(same ? [one.sameRatio ? ratio(one.sameRatio) : "the same"] : []),
      `${Math.round(one.memory)} MB`,
      `${Math.round(one.bareMemory)} MB`,
    ]),
  );
}

/** Writes the other tables and the picture. */
export function writeReport(root, results) {
  replaceBetween(root, MARKS, tables(results));
  writeFileSync(join(root, "docs/dev/performance.svg"), pictureOf(results.figures));
}

function tables({ figures, applying, accounts, starting, machine, runs }) {
  return [
    `${machine}. Medians of ${runs} turns; in brackets the least and the largest ratio of a turn.`,
    table(
      ["what", "cars", "CPU", "peak memory", "× floor", "× floor by the clock", "× peer", "peer's memory"],
      figures.map((one) => [
        one.title.trim(),
        number(one.size),
        time(one.cpu),
        `${Math.round(one.memory)} MB`,
        ratio(one.floorRatio),
        ratio(one.wallRatio),
        ratio(one.peerRatio),
        one.peerMemory > 0 ? `${Math.round(one.peerMemory)} MB` : "–",
      ]),
    ),
    "How CPU time grows from the smallest size to 1,000,000 (1 is linear):",
    table(["what", "exponent"], growths(figures)),
    table(
      ["what", "cars", "from the first request to the last", "× floor", "× floor that syncs"],
      applying.map((one) => [one.title, number(one.size), time(one.span), ratio(one.ratio), ratio(one.syncRatio)]),
    ),
    table(
      [
        "billing accounts of 100 cars",
        "accounts",
        "processes",
        "requests",
        "most at once",
        "wall",
        "CPU",
        "peak memory of one",
      ],
      accounts.map((one) => [
        one.command,
        number(one.accounts),
        one.processes,
        number(one.requests),
        one.mostInFlight,
        time(one.wall),
        time(one.cpu),
        `${Math.round(one.memory)} MB`,
      ]),
    ),
    table(
      ["start", "CPU", "× `node -e 0`"],
      starting.map((one) => [one.title, time(one.cpu), ratio(one.ratio)]),
    ),
  ].join("\n\n");
}

function growths(figures) {
  return [...new Set(figures.map(({ title }) => title))].map((title) => {
    const own = figures
      .filter((one) => one.title === title && one.size <= 1_000_000)
      .map(({ size, cpu }) => ({ size, cost: cpu }));
    return [title.trim(), own.length < 2 ? "–" : growth(own[0], own.at(-1)).toFixed(2)];
  });
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function number(value) {
  return value.toLocaleString("en-US");
}

function time(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

function ratio(one) {
  return one ? `${one.median.toFixed(2)} (${one.least.toFixed(2)}–${one.largest.toFixed(2)})` : "–";
}
