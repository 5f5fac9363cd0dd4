import { type DeleteParameter, type InterfaceSettings, quoted } from "../allowlist/index.ts";
import type { ProbeFinding } from "./finding.ts";
import { answerText, deleteSetting, type Rows, type WriteProbe } from "./write-probe.ts";

/** What became of a delete that was tried until one worked. */
export interface DeleteTrial {
  readonly finding: ProbeFinding;
  /** Undefined when none works. */
  readonly settings: Partial<InterfaceSettings> | undefined;
  /** The list as it was seen last. */
  readonly rows: Rows;
}

/** What is known before deletes are tried: what the settings say, and the list as it was seen last. */
export interface BeforeDeletes {
  readonly usual: DeleteParameter | false;
  readonly before: Rows;
}

/**
 * Finds how the list takes deletes, with a car that is there. A delete whose parameter the server does not see may empty
 * the list, so cars that went with it are put back and nothing more is tried. When the first one did nothing, a server
 * that names nothing deletes nothing, and other names are as harmless.
 */
export async function tryDeletes(
  writeProbe: WriteProbe,
  licenseNumber: string,
  { usual, before: seen }: BeforeDeletes,
): Promise<DeleteTrial> {
  const probe = "delete";
  const setting = deleteSetting(writeProbe.scope);
  const first: DeleteParameter = usual === false ? { in: "query", name: "ln" } : usual;
  let words = "";
  let before = seen;
  for (const parameter of parametersAfter(first)) {
    const settings = { [setting]: parameter } satisfies Partial<InterfaceSettings>;
    const answer = await writeProbe.remove(licenseNumber, settings);
    if (words === "") words = answerText(answer);
    // Nothing was done; cleaning up looks once more.
    if (answer.kind === "refused") continue;
    const rows = await writeProbe.readAfterWrite();
    const isSo = !rows.has(licenseNumber);
    const lost = [...before.keys()].filter((plate) => plate !== licenseNumber && !rows.has(plate));
    if (lost.length > 0)
      return {
        finding: await restoreLost(writeProbe, lost, before, parameterText(parameter)),
        settings: undefined,
        rows,
      };
    if (isSo) {
      const finding = working(parameter, answerText(answer), before, parameter === usual ? undefined : settings);
      return { finding, settings, rows };
    }
    before = rows;
  }
  const found = `${parameterText(first)} was answered ${words} and deleted nothing, and neither did other names`;
  const settings = setting === "globalDelete" ? ({ globalDelete: false } as const) : undefined;
  return {
    finding: { probe, verdict: "trouble", found, ...(settings && { settings }) },
    settings: undefined,
    rows: before,
  };
}

function working(
  parameter: DeleteParameter,
  text: string,
  before: Rows,
  settings: Partial<InterfaceSettings> | undefined,
): ProbeFinding {
  const found = `${parameterText(parameter)}, answered ${text}`;
  if (settings) return { probe: "delete", verdict: "differs", found, settings };
  if (before.size > 1) return { probe: "delete", verdict: "holds", found };
  return {
    probe: "delete",
    verdict: "not known",
    found: `${found}; the list had no other car that it could have spared`,
  };
}

/** Every way to take deletes that is known, the given one first. */
export function parametersAfter(first: DeleteParameter): readonly DeleteParameter[] {
  const named = (place: "query" | "body", names: readonly string[]) => names.map((name) => ({ in: place, name }));
  const others: readonly DeleteParameter[] = [
    ...named("query", ["ln", "licenseNumbers", "licenseNumber"]),
    ...named("body", ["licenseNumbers"]),
    { in: "body", shape: "array" },
    ...named("query", ["plates"]),
    ...named("body", ["plates", "licenseNumber", "licensePlates"]),
    ...named("query", ["licensePlates", "plate"]),
  ];
  return [first, ...others.filter((one) => parameterText(one) !== parameterText(first))];
}

/** Adds cars again that a delete took away. */
export async function restoreLost(
  writeProbe: WriteProbe,
  lost: readonly string[],
  before: Rows,
  culprit: string,
): Promise<ProbeFinding> {
  const cars = lost.flatMap((plate) => before.get(plate) ?? []);
  await writeProbe.add(cars);
  const { isSo } = await writeProbe.until((now) => lost.every((plate) => now.has(plate)));
  const end = isSo
    ? "they were added again"
    : `adding them again did not bring back all of them: ${lost.map(quoted).join(" ")}`;
  return {
    probe: "delete",
    verdict: "trouble",
    found: `${culprit} took ${lost.length} other cars away; ${end}. Do not apply deletes to this server`,
  };
}

/** A way to take deletes, in words. */
export function parameterText(parameter: DeleteParameter): string {
  return "shape" in parameter ? "a bare array as the body" : `${parameter.name} in the ${parameter.in}`;
}
