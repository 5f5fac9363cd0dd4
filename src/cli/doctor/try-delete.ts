import type { DeleteParameter, InterfaceSettings } from "../../allowlist/index.ts";
import { type Bench, deleteSetting, type Rows } from "./bench.ts";
import type { Finding } from "./finding.ts";

/** Where servers look for the plates of a delete. */
const QUERY_NAMES = ["ln", "licenseNumbers", "licenseNumber", "licensePlates", "plates", "plate"];
const BODY_NAMES = ["licenseNumbers", "licenseNumber", "licensePlates", "plates"];

/** What became of a delete that was tried until one worked. */
export interface DeleteTrial {
  readonly finding: Finding;
  /** Undefined when none works. */
  readonly settings: Partial<InterfaceSettings> | undefined;
}

/**
 * Finds how the list takes deletes, with a car that is there. A delete whose parameter the server does not see may empty
 * the list, so cars that went with it are put back and nothing more is tried. When the first one did nothing, a server
 * that names nothing deletes nothing, and other names are as harmless.
 */
export async function tryDeletes(
  bench: Bench,
  licenseNumber: string,
  usual: DeleteParameter | false,
  patience?: number,
): Promise<DeleteTrial> {
  const probe = "delete";
  const setting = deleteSetting(bench.scope);
  const first: DeleteParameter = usual === false ? { in: "query", name: "ln" } : usual;
  let words = "";
  for (const parameter of parametersAfter(first)) {
    const before = await bench.rows();
    const settings = { [setting]: parameter } satisfies Partial<InterfaceSettings>;
    const answer = await bench.remove(licenseNumber, settings);
    const mayBeLate = answer.kind === "taken" || answer.kind === "lost";
    const { rows, isSo } = await bench.until((now) => !now.has(licenseNumber), mayBeLate ? patience : 0);
    const lost = [...before.keys()].filter((plate) => plate !== licenseNumber && !rows.has(plate));
    if (lost.length > 0)
      return { finding: await restoreLost(bench, lost, before, nameOf(parameter)), settings: undefined };
    if (words === "") words = answer.text;
    if (!isSo) continue;
    return { finding: working(parameter, answer.text, before, parameter === usual ? undefined : settings), settings };
  }
  const found = `${nameOf(first)} was answered ${words} and deleted nothing, and neither did other names`;
  const settings = setting === "globalDelete" ? ({ globalDelete: false } as const) : undefined;
  return { finding: { probe, verdict: "trouble", found, ...(settings && { settings }) }, settings: undefined };
}

function working(
  parameter: DeleteParameter,
  text: string,
  before: Rows,
  settings: Partial<InterfaceSettings> | undefined,
): Finding {
  const found = `${nameOf(parameter)}, answered ${text}`;
  if (settings) return { probe: "delete", verdict: "differs", found, settings };
  if (before.size > 1) return { probe: "delete", verdict: "holds", found };
  return {
    probe: "delete",
    verdict: "not known",
    found: `${found}; the list had no other car that it could have spared`,
  };
}

function parametersAfter(first: DeleteParameter): readonly DeleteParameter[] {
  const others = [
    ...QUERY_NAMES.map((name): DeleteParameter => ({ in: "query", name })),
    ...BODY_NAMES.map((name): DeleteParameter => ({ in: "body", name })),
    { in: "body", shape: "array" } as const,
  ];
  return [first, ...others.filter((one) => nameOf(one) !== nameOf(first))];
}

/** Adds cars again that a delete took away. */
export async function restoreLost(
  bench: Bench,
  lost: readonly string[],
  before: Rows,
  culprit: string,
): Promise<Finding> {
  const cars = lost.flatMap((plate) => before.get(plate) ?? []);
  await bench.add(cars);
  const { isSo } = await bench.until((now) => lost.every((plate) => now.has(plate)));
  const end = isSo ? "they were added again" : `adding them again did not bring back all of them: ${lost.join(" ")}`;
  return {
    probe: "delete",
    verdict: "trouble",
    found: `${culprit} took ${lost.length} other cars away; ${end}. Do not apply deletes to this server`,
  };
}

function nameOf(parameter: DeleteParameter): string {
  return "shape" in parameter ? "a bare array as the body" : `${parameter.name} in the ${parameter.in}`;
}
