import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { AUDIT_RULE_IDS } from "../../../src/schema/audit-rules/index.ts";
import { audit } from "../../../src/usecases/audit/index.ts";
import { type AccountSketch, type CarRecord, factsOf, linesOf, PLAIN_RECORD, type Sketch } from "./support.ts";

interface TimedRecord extends Omit<CarRecord, "start" | "end" | "licensePlate"> {
  readonly licensePlate?: string;
  readonly start?: string;
  readonly end?: string;
  /** How many there are of it, an hour after one another. */
  readonly times?: number;
}

/** A world, or the records of account 7, which wants the car CD2, and what is found there. */
interface Case extends Omit<Sketch, "lists"> {
  readonly when: string;
  readonly lists?: Sketch["lists"];
  readonly wanted?: readonly string[];
  readonly users?: AccountSketch["users"];
  /** Of CD2, if not of another car. */
  readonly records?: readonly TimedRecord[];
  /** The findings of the rule that the table is named by. */
  readonly says?: readonly string[];
  /** All findings: rule, car and records. */
  readonly finds?: readonly string[];
}

/** A test for each row of the data file beside a test. */
export function auditCases(test: string): void {
  const tables: Record<string, Case[]> = parse(readFileSync(new URL(test.replace(/\.[jt]s$/, ".yaml")), "utf8"));
  for (const [table, cases] of Object.entries(tables))
    it.each(cases)(
      `${table} is right when $when`,
      ({ when: _, lists, wanted, users, records, says, finds, ...rest }) => {
        const account = { records: records?.flatMap(timed) ?? [], ...(users && { users }) };
        const sketch = lists
          ? { ...rest, lists }
          : { ...rest, lists: { "7": { wanted: wanted ?? ["CD2"] } }, accounts: { "7": account } };
        const rule = AUDIT_RULE_IDS.find((id) => id === table);
        if (rule) expect(linesOf(sketch, rule)).toEqual(says);
        else expect(briefsOf(sketch)).toEqual(finds);
      },
    );
}

const HOUR_MS = 3_600_000;

function timed({ start, end, times = 1, ...record }: TimedRecord): CarRecord[] {
  const [from, to] = [start ? Date.parse(start) : PLAIN_RECORD.start, end ? Date.parse(end) : PLAIN_RECORD.end];
  return Array.from({ length: times }, (_, hour) => ({
    ...{ licensePlate: "CD2", start: from + hour * HOUR_MS, end: to + hour * HOUR_MS },
    ...record,
  }));
}

const briefsOf = (sketch: Sketch) =>
  audit(factsOf(sketch)).findings.map(({ rule, licenseNumber, evidence }) =>
    [rule, licenseNumber, ...(evidence.billed?.ids ?? [])].filter(Boolean).join(" "),
  );
