import { isDeepStrictEqual } from "node:util";
import {
  accountIdOf,
  type CarValues,
  DEFAULT_INTERFACE,
  type InterfaceSettings,
  type Mode,
  type Respelled,
  type Scope,
} from "../allowlist/index.ts";
import { doubtOfItem } from "../plate-series/index.ts";
import { terminalText } from "./escape/terminal.ts";

/** A car as a fleet file is to write it. */
export interface CarToWriteDown extends CarValues {
  readonly licenseNumber: string;
  readonly features: readonly string[];
}

/** A list in another file, as a fleet file is to name it. */
export interface ListToName {
  readonly file: string;
  readonly features: readonly string[];
  /** Keys with several texts, such as `skip`. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
  /** Keys with several texts for each of some columns: `where` and `whereNot`. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Other keys of the item, with their values as text. */
  readonly keys: Readonly<Record<string, string>>;
}

/** One list of a fleet file that is to be written. */
export interface FleetYamlScope {
  readonly scope: Scope;
  readonly name?: string;
  /** None where the rows of a list name the account. */
  readonly cars?: readonly CarToWriteDown[] | ListToName;
  /** Comments above the cars. */
  readonly remarks: readonly string[];
}

/** All that a fleet file is to say. */
export interface FleetYaml {
  readonly mode: Mode;
  /** Comments at the top. */
  readonly remarks: readonly string[];
  /** In global mode exactly one. */
  readonly scopes: readonly FleetYamlScope[];
  /** A list at the top of the file, whose rows name the accounts. */
  readonly list?: ListToName;
  /** Where the days of cars begin and end; UTC unless given. */
  readonly timeZone?: string;
  /** Plates for `policy.protect.plates`. */
  readonly protect: readonly string[];
  readonly allowEmpty: boolean;
  /** Written where they differ from the defaults. */
  readonly interface: InterfaceSettings;
}

/** Writes a fleet file. Every plate is in quotes, so that no reader of YAML takes one for a number. */
export function fleetYaml(file: FleetYaml): string {
  const lines = [
    ...file.remarks.map((remark) => comment(remark)),
    "version: 1",
    `mode: ${file.mode}`,
    ...(file.list ? ["carsFrom:", `  - ${listText(file.list)}`] : []),
    ...(file.mode === "global" ? file.scopes.flatMap((scope) => listLines(scope, "")) : accountLines(file.scopes)),
    ...(file.timeZone === undefined ? [] : [`timeZone: ${quoted(file.timeZone)}`]),
    ...policyLines(file),
    ...interfaceLines(file.interface),
  ];
  return `${lines.join("\n")}\n`;
}

function accountLines(scopes: readonly FleetYamlScope[]): string[] {
  if (scopes.length === 0) return ["accounts: []"];
  return ["accounts:", ...scopes.flatMap((scope) => oneAccount(scope))];
}

function oneAccount(scope: FleetYamlScope): string[] {
  return [
    `  - baId: ${accountIdOf(scope.scope)}`,
    ...(scope.name === undefined ? [] : [`    name: ${quoted(scope.name)}`]),
    ...listLines(scope, "    "),
  ];
}

function listLines({ cars, remarks }: FleetYamlScope, indent: string): string[] {
  const noted = remarks.map((remark) => indent + comment(remark));
  if (cars === undefined) return noted;
  if ("file" in cars) return [...noted, `${indent}carsFrom:`, `${indent}  - ${listText(cars)}`];
  if (cars.length === 0) return [...noted, `${indent}cars: []`];
  return [...noted, `${indent}cars:`, ...cars.map((car) => `${indent}  - ${carText(car)}`)];
}

function carText({ licenseNumber, features, ...values }: CarToWriteDown): string {
  const others = Object.entries(values);
  const sure = doubtOfItem(licenseNumber) === undefined ? [] : ["isPlate: true"];
  if (features.length + others.length + sure.length === 0) return quoted(licenseNumber);
  return `{ ${[`licenseNumber: ${quoted(licenseNumber)}`, ...sure, ...featuresText(features), ...textsOf(others)].join(", ")} }`;
}

/** The item of `carsFrom` that names a list, in one line of YAML. */
export function listText({ file, features, texts = {}, conditions = {}, keys }: ListToName): string {
  const parts = [
    `file: ${quoted(file)}`,
    ...textsOf(Object.entries(keys)),
    ...Object.entries(conditions).flatMap(([key, columns]) => {
      const pairs = Object.entries(columns).map(([name, cells]) => `${quoted(name)}: ${sequence(cells)}`);
      return pairs.length === 0 ? [] : [`${key}: { ${pairs.join(", ")} }`];
    }),
    ...Object.entries({ ...texts, features }).flatMap(([key, cells]) =>
      cells.length === 0 ? [] : [`${key}: ${sequence(cells)}`],
    ),
  ];
  return `{ ${parts.join(", ")} }`;
}

function sequence(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(", ")}]`;
}

function featuresText(features: readonly string[]): string[] {
  return features.length === 0 ? [] : [`features: ${sequence(features)}`];
}

function textsOf(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.map(([key, text]) => `${key}: ${quoted(text)}`);
}

function policyLines({ protect, allowEmpty }: FleetYaml): string[] {
  const lines = [
    ...(protect.length > 0 ? [`  protect: { plates: [${protect.map(quoted).join(", ")}] }`] : []),
    ...(allowEmpty ? ["  allowEmpty: true"] : []),
  ];
  return lines.length === 0 ? [] : ["policy:", ...lines];
}

function interfaceLines(settings: InterfaceSettings): string[] {
  const block = interfaceYaml(settings);
  return block === "" ? [] : [block.trimEnd()];
}

/** The `interface:` block of a fleet file: the settings that differ from the defaults, or no text when none does. */
export function interfaceYaml(settings: InterfaceSettings): string {
  const usual = new Map<string, unknown>(Object.entries(DEFAULT_INTERFACE));
  const lines = Object.entries<InterfaceSettings[keyof InterfaceSettings]>({ ...settings })
    .filter(([key, value]) => !isDeepStrictEqual(value, usual.get(key)))
    .map(([key, value]) => `  ${key}: ${settingText(value)}`);
  return lines.length === 0 ? "" : `interface:\n${lines.join("\n")}\n`;
}

function settingText(value: InterfaceSettings[keyof InterfaceSettings]): string {
  if (typeof value !== "object") return String(value);
  if ("length" in value)
    return `[${value.map((one) => (typeof one === "string" ? quoted(one) : pairText(one))).join(", ")}]`;
  if ("in" in value) return `{ in: ${value.in}, ${"shape" in value ? "shape: array" : `name: ${quoted(value.name)}`} }`;
  const masks = Object.entries<readonly string[]>({ ...value }).filter(([, list]) => list.length > 0);
  return `{ ${masks.map(([key, list]) => `${key}: [${list.map(quoted).join(", ")}]`).join(", ")} }`;
}

function pairText({ plate, server }: Respelled): string {
  return `{ plate: ${quoted(plate)}, server: ${quoted(server)} }`;
}

// YAML reads JSON's strings as they are, and nothing unseen is left to escape.
function quoted(text: string): string {
  return JSON.stringify(terminalText(text));
}

function comment(text: string): string {
  return text === "" ? "#" : `# ${terminalText(text)}`;
}
