import { parse as parseCsv } from "csv-parse/sync";
import { parsePatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  annotations,
  auditFormats,
  auditMarkdown,
  carsFormats,
  csvCell,
  diagnosticAlerts,
  diagnosticsText,
  planDocumentText,
  planFormats,
  planMarkdown,
  planText,
  reportFormats,
  reportMarkdown,
  spendingFormats,
  terminalText,
} from "../../src/render/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { hostileAudit } from "./audit-documents.ts";
import { hostileCars } from "./car-documents.ts";
import { everyFormat, hostilePlan, hostileReport } from "./documents.ts";
import { HOSTILE_DIAGNOSTICS, HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { parseCommand, readHtml, readMarkdown, runnerCommands, unseenIn } from "./sinks.ts";
import { hostileSpending } from "./spending-documents.ts";

const PLAIN = { color: false, width: 80 };
const HARMLESS = "AB12345";
const plan = hostilePlan();
const report = hostileReport();
const audit = hostileAudit(HOSTILE_STRINGS);
const allOutputs = [
  ...everyFormat("plan", planFormats, plan),
  ...everyFormat("report", reportFormats, report),
  ...everyFormat("report on billing", spendingFormats, hostileSpending(HOSTILE_STRINGS), { all: true }),
  ...everyFormat("audit", auditFormats, audit, { all: true }),
  ...everyFormat("cars", carsFormats, hostileCars(HOSTILE_STRINGS)),
  { what: "plan as text, all of it", text: planText(plan, PLAIN, { all: true }) },
  { what: "plan as text, very narrow", text: planText(plan, { color: false, width: 20 }, { all: true }) },
  { what: "plan as Markdown, all of it", text: planMarkdown(plan, { maxLength: Number.MAX_SAFE_INTEGER }) },
  { what: "report as Markdown, all of it", text: reportMarkdown(report, { maxLength: Number.MAX_SAFE_INTEGER }) },
  { what: "problems as text", text: diagnosticsText(HOSTILE_DIAGNOSTICS, PLAIN) },
];

describe("G16 S14 S16 V15: whatever a server or a file says, in every format", () => {
  it.each(allOutputs)("a hostile text in $what leaves no character that acts on a terminal or hides", ({ text }) => {
    expect(unseenIn(text.replaceAll("\r\n", "\n"))).toEqual([]);
  });

  // What is a command on purpose is tested with the others of its kind.
  const others = allOutputs.filter(({ what }) => !what.endsWith("as github"));
  it.each(others)("a hostile text in $what leaves no command to a CI runner", ({ text }) => {
    expect(runnerCommands(text)).toEqual([]);
    expect(text).not.toMatch(/##[\w.-]*\[/);
  });

  it("G16 a text of a megabyte is clipped, and the output says by how much", () => {
    const text = reportFormats.text(hostileReport(["x".repeat(1_000_000)]), PLAIN);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain("… (999500 more characters)");
  });

  it("escaping a text twice changes nothing more", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary", maxLength: 50 }), fc.constantFrom(...HOSTILE_STRINGS)),
        (text) => {
          const once = terminalText(text.slice(0, 60));
          expect(terminalText(once)).toBe(once);
          expect(unseenIn(once)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("different plates stay different when they are escaped", () => {
    expect(terminalText("AB\u202e1")).toBe("AB\\u{202e}1");
    expect(terminalText("AB\u200b1")).toBe("AB\\u{200b}1");
    expect(terminalText("Æ 100 Ü-ΑΒ 京")).toBe("Æ 100 Ü-ΑΒ 京");
  });
});

const lines = annotations(diagnosticAlerts(HOSTILE_DIAGNOSTICS), {}, HOSTILE_DIAGNOSTICS.length).trimEnd().split("\n");

it("there is one workflow command for each problem, and it says what the problem says", () => {
  expect(lines).toHaveLength(HOSTILE_DIAGNOSTICS.length);
  const messages = lines.map((line) => parseCommand(line)?.message);
  expect(new Set(messages)).toEqual(
    new Set(HOSTILE_STRINGS.map((text) => `${terminalText(text)}\n${terminalText(text)}`)),
  );
});

it("no property of a workflow command leaks into another", () => {
  for (const line of lines) {
    const command = parseCommand(line);
    expect(command?.name).toBe("error");
    expect(Object.keys(command?.properties ?? {})).toEqual(["file", "line", "col", "title"]);
    expect(command?.properties).toMatchObject({ line: "1", col: "2", title: "platectl not-a-plate" });
  }
});

describe("S17 Markdown", () => {
  // A code span cannot be empty, so an empty text leaves an empty cell.
  const spans = HOSTILE_STRINGS.filter((text) => text !== "");
  const whole = { maxLength: Number.MAX_SAFE_INTEGER };
  const harmless = readMarkdown(planMarkdown(hostilePlan([HARMLESS]), whole));

  it.each(spans.map((text) => ({ text })))(
    "a Markdown plan shows $text as code and changes nothing else",
    ({ text }) => {
      const page = readMarkdown(planMarkdown(hostilePlan([text]), whole));
      expect(page.structure).toEqual(harmless.structure);
      expect(page.code).toContain(terminalText(text).replace(/[|<@]/g, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`));
    },
  );

  it.each([
    ["report", (text: string) => reportMarkdown(hostileReport([text]))],
    ["audit", (text: string) => auditMarkdown(hostileAudit([text]), whole)],
  ])("a Markdown %s shows every text as code and changes nothing else", (_, page) => {
    const expected = readMarkdown(page(HARMLESS)).structure;
    for (const text of spans) expect(readMarkdown(page(text)).structure).toEqual(expected);
  });

  it("a comment marker cannot be forged in Markdown", () => {
    expect(planMarkdown(plan, { maxLength: Number.MAX_SAFE_INTEGER })).not.toContain("<!--");
  });
});

describe("S17 HTML", () => {
  it("in HTML no text becomes an element or an attribute", () => {
    // What stands between backticks is set as code, whoever wrote it, and a column without any text is left out.
    const ours = ["code", "th scope", "td class data-label"];
    const skeleton = (html: string) => readHtml(html).skeleton.filter((element) => !ours.includes(element));
    const pages = [
      (text: string) => planFormats.html(hostilePlan([text]), PLAIN),
      (text: string) => reportFormats.html(hostileReport([text]), PLAIN),
      (text: string) => auditFormats.html(hostileAudit([text || HARMLESS]), PLAIN),
      (text: string) => carsFormats.html(hostileCars([text]), PLAIN),
    ];
    for (const page of pages) {
      const expected = skeleton(page(HARMLESS));
      for (const text of HOSTILE_STRINGS) expect(skeleton(page(text))).toEqual(expected);
    }
  });

  it("the script of the HTML page reads every plate as it was, escaped", () => {
    const page = readHtml(planFormats.html(plan, PLAIN));
    expect(new Set(page.data.rows.map((row) => row[0]))).toEqual(new Set(HOSTILE_STRINGS.map(terminalText)));
  });

  it("the HTML page may load nothing and run nothing but its own script", () => {
    const html = planFormats.html(plan, PLAIN);
    expect(html).toMatch(
      /content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'/,
    );
    expect(html).not.toMatch(/<[^>]+\s(?:src|href|on\w+|style)=/);
  });
});

describe("S18 CSV", () => {
  const tables = [
    { what: "plan", text: planFormats.csv(plan, PLAIN), rows: 1 + 4 * HOSTILE_STRINGS.length },
    { what: "report", text: reportFormats.csv(report, PLAIN), rows: 1 + 6 * HOSTILE_STRINGS.length },
    { what: "cars", text: carsFormats.csv(hostileCars(HOSTILE_STRINGS), PLAIN), rows: 1 + HOSTILE_STRINGS.length },
    { what: "audit", text: auditFormats.csv(audit, PLAIN), rows: 1 + HOSTILE_STRINGS.length },
  ];

  it.each(tables)("in CSV of $what every row has every cell, and no cell is a formula", ({ text, rows }) => {
    const cells: string[][] = parseCsv(text, { record_delimiter: "\r\n" });
    expect(cells).toHaveLength(rows);
    expect(cells.flat().filter((cell) => /^[=+\-@\t\r\0＝＋－＠]/.test(cell))).toEqual([]);
  });

  it.each(tables)("in CSV of $what no cell is a formula where the list separator is a semicolon", ({ text }) => {
    const cells = text.split(/\r\n|;/).map((cell) => cell.replace(/^["'\s]+/, ""));
    expect(cells.filter((cell) => /^[=+@＝＋－＠]/.test(cell))).toEqual([]);
  });

  it.each(rowsOf(import.meta.url, "in CSV the text", TEXT, TEXT))("in CSV the text %j is written %s", (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});

describe("S19 JSON", () => {
  it("JSON gives a parser the very same document", () => {
    expect(JSON.parse(planDocumentText(plan))).toEqual(JSON.parse(JSON.stringify(plan)));
    expect(JSON.parse(reportFormats.json(report, PLAIN))).toEqual(JSON.parse(JSON.stringify(report)));
    expect(JSON.parse(auditFormats.json(audit, PLAIN))).toEqual(JSON.parse(JSON.stringify(audit)));
  });
});

it("a unified diff holds exactly the plan's lines", () => {
  const lines = parsePatch(planFormats.diff(plan, PLAIN)).flatMap((patch) => patch.hunks.flatMap((hunk) => hunk.lines));
  expect(lines.filter((line) => line.startsWith("+"))).toHaveLength(2 * HOSTILE_STRINGS.length);
  expect(lines.filter((line) => line.startsWith("-"))).toHaveLength(2 * HOSTILE_STRINGS.length);
});
