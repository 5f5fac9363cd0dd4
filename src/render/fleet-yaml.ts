import { isDeepStrictEqual } from "node:util";
import {
  accountIdOf,
  type CarValues,
  DEFAULT_INTERFACE,
  type InterfaceSettings,
  type Mode,
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
  const { remarks, mode, list, scopes, timeZone } = file;
  const lines = [
    ...remarks.map(comment),
    "version: 1",
    `mode: ${mode}`,
    ...(list ? ["carsFrom:", `  - ${listText(list)}`] : []),
    ...(mode === "global" ? scopes.flatMap((scope) => listLines(scope, "")) : accountLines(scopes)),
    ...(timeZone === undefined ? [] : [`timeZone: ${quoted(timeZone)}`]),
    ...policyLines(file),
  ];
  return `${lines.join("\n")}\n${interfaceYaml(file.interface)}`;
}

function accountLines(scopes: readonly FleetYamlScope[]): string[] {
  if (scopes.length === 0) return ["accounts: []"];
  const lines = scopes.flatMap((account) => [
    `  - baId: ${accountIdOf(account.scope)}`,
    ...(account.name === undefined ? [] : [`    name: ${quoted(account.name)}`]),
    ...listLines(account, "    "),
  ]);
  return ["accounts:", ...lines];
}

function listLines({ cars, remarks }: FleetYamlScope, indent: string): string[] {
  const noted = remarks.map((remark) => indent + comment(remark));
  if (cars === undefined) return noted;
  if ("file" in cars) return [...noted, `${indent}carsFrom:`, `${indent}  - ${listText(cars)}`];
  if (cars.length === 0) return [...noted, `${indent}cars: []`];
  return [...noted, `${indent}cars:`, ...cars.map((car) => `${indent}  - ${carText(car)}`)];
}

function carText({ licenseNumber, features, ...values }: CarToWriteDown): string {
  const sure: Pair[] = doubtOfItem(licenseNumber) === undefined ? [] : [["isPlate", "true"]];
  const others = [...sure, ...listPairs({ features }), ...textPairs({ ...values })];
  return others.length === 0 ? quoted(licenseNumber) : mapping([["licenseNumber", quoted(licenseNumber)], ...others]);
}

/** The item of `carsFrom` that names a list, in one line of YAML. */
export function listText({ file, features, texts = {}, conditions = {}, keys }: ListToName): string {
  const filters = Object.entries(conditions).flatMap(([key, columns]): Pair[] => {
    const pairs = Object.entries(columns).map(([name, cells]): Pair => [quoted(name), sequence(cells)]);
    return pairs.length === 0 ? [] : [[key, mapping(pairs)]];
  });
  return mapping([["file", quoted(file)], ...textPairs(keys), ...filters, ...listPairs({ ...texts, features })]);
}

function policyLines({ protect, allowEmpty }: FleetYaml): string[] {
  const lines = [
    ...(protect.length > 0 ? [`  protect: ${mapping(listPairs({ plates: protect }))}`] : []),
    ...(allowEmpty ? ["  allowEmpty: true"] : []),
  ];
  return lines.length === 0 ? [] : ["policy:", ...lines];
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
    return `[${value.map((one) => (typeof one === "string" ? quoted(one) : mapping(textPairs({ ...one })))).join(", ")}]`;
  if ("in" in value)
    return mapping([["in", value.in], "shape" in value ? ["shape", value.shape] : ["name", quoted(value.name)]]);
  return mapping(listPairs({ ...value }));
}

type Pair = readonly [key: string, value: string];

function mapping(pairs: readonly Pair[]): string {
  return `{ ${pairs.map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
}

function sequence(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(", ")}]`;
}

function textPairs(texts: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(texts).map(([key, text]) => [key, quoted(text)]);
}

// Keys without any text are not written.
function listPairs(lists: Readonly<Record<string, readonly string[]>>): Pair[] {
  const filled = Object.entries(lists).filter(([, texts]) => texts.length > 0);
  return filled.map(([key, texts]) => [key, sequence(texts)]);
}

// YAML reads JSON's strings as they are, and nothing unseen is left to escape.
function quoted(text: string): string {
  return JSON.stringify(terminalText(text));
}

function comment(text: string): string {
  return text === "" ? "#" : `# ${terminalText(text)}`;
}
