import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Mode } from "../../allowlist/index.ts";
import { type ListFile, type ListReference, loadLists } from "../../tables/index.ts";
import { DiagnosticCollector, showPath } from "../diagnostics/diagnostic-collector.ts";
import { createLoadContext, type LoadOptions } from "../files/index.ts";
import { allReferences, type FleetPart, readPart } from "../fleet/fleet-part.ts";
import { fleetOrder, orderBelow } from "../format/canonical-text.ts";
import { formattedText } from "../format/format-fleet.ts";
import { parse } from "../yaml/parse-whole.ts";
import { isBracketed, nodeAt, type Path } from "../yaml/tree.ts";
import { type EditedFile, type Invalid, openFleet, type Refused, refused, rewrite, type State } from "./rewrite.ts";
import { addItems, addPair, listAt, type Splice, spliced } from "./written-list.ts";

/** A list that is to be added to a fleet file. */
export interface NewList {
  /** Its item of `carsFrom`, in one line of YAML; it is written in its canonical form. */
  readonly item: string;
  /** The billing account of its cars; declared where it is not. */
  readonly account?: string;
  /** The accounts that its rows name; declared where they are not. */
  readonly accounts: readonly string[];
}

/** What a fleet file says of its lists. */
export interface WrittenLists {
  readonly kind: "lists";
  readonly mode: Mode;
  /** In the order in which they are written. */
  readonly lists: readonly ListReference[];
}

/** The lists that a fleet file names, of all its accounts. */
export async function writtenLists(path: string, options: LoadOptions): Promise<WrittenLists | Invalid> {
  const fleet = await openFleet([path], options);
  if ("kind" in fleet) return fleet;
  const lists = fleet.parts.flatMap((part) => allReferences(part).map(({ reference }) => reference));
  return { kind: "lists", mode: fleet.state.mode, lists };
}

/**
 * Adds a list to the text of a fleet file; every other character stays. The result is read again, with the list: what would be
 * invalid, or would change anything else, is refused. Nothing is written.
 */
export async function addList(
  path: string,
  list: NewList,
  options: LoadOptions,
): Promise<{ readonly kind: "edited"; readonly file: EditedFile } | Refused | Invalid> {
  const fleet = await openFleet([path], options);
  if ("kind" in fleet) return fleet;
  const [part] = fleet.parts;
  if (!part) return refused("There is no fleet file.");
  const { file, text } = part.lines;
  const splices = splicesFor(part, list);
  const added = await filesOf(part, spliced(text, splices), options);
  if ("kind" in added) return added;
  return rewrite(fleet, { path: file, text, splices, added }, (after) =>
    splices.length > 0 && isMore(fleet.state, after)
      ? undefined
      : `${showPath(file)} is written in a way that cannot be edited in place. Add by hand: ${list.item}`,
  );
}

/** The files of the item that the text has more than the part. */
async function filesOf(part: FleetPart, text: string, options: LoadOptions): Promise<readonly ListFile[] | Invalid> {
  const diagnostics = new DiagnosticCollector();
  const edited = readPart(text, part.lines.file, diagnostics, parse);
  const known = new Set(allReferences(part).map(({ reference }) => JSON.stringify(reference)));
  const added = edited ? allReferences(edited).filter(({ reference }) => !known.has(JSON.stringify(reference))) : [];
  const fleetFile = resolve(options.cwd, part.lines.file);
  const lists = await loadLists(added, fleetFile, createLoadContext(options, diagnostics));
  return diagnostics.hasErrors
    ? { kind: "invalid", when: "after", diagnostics: diagnostics.sorted() }
    : [...lists.values()].flat();
}

function splicesFor(part: FleetPart, { item, account, accounts }: NewList): readonly Splice[] {
  const declared = part.fleet.accounts ?? [];
  if (account === undefined) {
    const missing = accounts.filter((one) => !declared.some(({ baId }) => baId === one));
    return [
      ...itemInto(part, [], item),
      ...accountsInto(
        part,
        missing.map((one) => `baId: ${one}`),
      ),
    ];
  }
  const at = declared.findIndex(({ baId }) => baId === account);
  if (at >= 0) return itemInto(part, ["accounts", at], item);
  return accountsInto(part, [`{ baId: ${account}, carsFrom: [${inOneLine(item, [])}] }`]);
}

function itemInto({ root, lines: { text } }: FleetPart, path: Path, item: string): readonly Splice[] {
  const list = listAt(root, path, "carsFrom", text);
  const lines = canonicalLines(item, path);
  const line = inOneLine(item, path);
  if (list) return addItems(list, list.items.length - 1, [isBracketed(text, list.at) ? line : lines.join("\n")]);
  const owner = nodeAt(root, path);
  const { keys } = path.length === 0 ? fleetOrder() : orderBelow(fleetOrder(), "accounts");
  return owner?.kind === "mapping"
    ? addPair(text, owner, keys, "carsFrom", `[${line}]`, [
        "carsFrom:",
        ...lines.map((one, at) => `  ${at > 0 ? " " : "-"} ${one}`),
      ])
    : [];
}

/** The canonical form of an item where it fits on a line. */
function inOneLine(item: string, path: Path): string {
  const [line = item, ...others] = canonicalLines(item, path);
  return others.length === 0 ? line : item;
}

// A long item is on several lines, so that `fmt` leaves it alone.
function canonicalLines(item: string, path: Path): readonly string[] {
  const [above, indent] = path.length === 0 ? ["", ""] : ["accounts:\n  - ", "    "];
  const [, ...lines] = formattedText(`${above}carsFrom:\n${indent}  - ${item}\n`)
    .trimEnd()
    .split("\n")
    .slice(above === "" ? 0 : 1);
  return lines.map((line) => line.slice(indent.length + 4));
}

function accountsInto({ root, lines: { text } }: FleetPart, items: readonly string[]): readonly Splice[] {
  const list = listAt(root, [], "accounts", text);
  return list && items.length > 0 ? addItems(list, list.items.length - 1, items) : [];
}

/** Whether all that one state says is in another one, too, as it is. */
function isMore(before: State, after: State): boolean {
  const settingsOf = ({ mode, timeZone, policy, interface: settings }: State) =>
    JSON.stringify({ mode, timeZone, policy, settings }, (key, value: unknown) => (key === "source" ? null : value));
  const plain = ({ source: _, ...car }: { readonly source: unknown }) => car;
  const isKept = before.scopes.every(({ scope, entries }) => {
    const others = after.scopes.find((one) => one.scope === scope)?.entries;
    return [...entries.values()].every((car) => {
      const other = others?.get(car.plateKey);
      return other !== undefined && isDeepStrictEqual(plain(car), plain(other));
    });
  });
  return isKept && settingsOf(before) === settingsOf(after);
}
