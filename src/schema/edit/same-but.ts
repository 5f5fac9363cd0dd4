import type { DesiredEntry, DesiredScope, PlateKey, Scope } from "../../allowlist/index.ts";
import type { State } from "./rewrite.ts";

/** Whether two states differ in nothing but one car of one list, if one is named. Places move when a line is added, and do not count. */
export function isSameBut(left: State, right: State, plateKey?: PlateKey, scope?: Scope): boolean {
  const settings = ({ scopes: _, ...others }: State) => textOf(others);
  if (settings(left) !== settings(right) || left.scopes.length !== right.scopes.length) return false;
  return left.scopes.every((one, at) => {
    const other = right.scopes[at];
    return other !== undefined && isSameList(one, other, one.scope === scope ? plateKey : undefined);
  });
}

function isSameList(left: DesiredScope, right: DesiredScope, but: PlateKey | undefined): boolean {
  if (left.scope !== right.scope || left.name !== right.name) return false;
  if (textOf([...(left.absent ?? [])]) !== textOf([...(right.absent ?? [])])) return false;
  const others = (entries: DesiredScope["entries"]) => entries.size - (but !== undefined && entries.has(but) ? 1 : 0);
  if (others(left.entries) !== others(right.entries)) return false;
  for (const [plateKey, entry] of left.entries) {
    if (plateKey !== but && !isSameCar(entry, right.entries.get(plateKey))) return false;
  }
  return true;
}

function isSameCar(left: DesiredEntry, right: DesiredEntry | undefined): boolean {
  return textOf(left) === textOf(right);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === "source" ? undefined : inner)) ?? "";
}
