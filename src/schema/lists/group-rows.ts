import type { Diagnostic, Source } from "../../allowlist/index.ts";

/** So many rows of a list with the same problem are shown one by one. */
const MOST_SHOWN = 5;
/** How many places a message about many rows names. */
const MOST_PLACES = 5;

/** Puts errors of the same kind in many rows of one list into one message: a program that exports wrongly does so in each row. */
export function groupRows(diagnostics: readonly Diagnostic[], lists: ReadonlySet<string>): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    if (one.severity !== "error" || !one.source || !lists.has(one.source.file)) continue;
    const kind = groupOf(one);
    const group = groups.get(kind) ?? [];
    group.push(one);
    groups.set(kind, group);
  }
  return diagnostics.flatMap((one) => {
    const group = one.source ? (groups.get(groupOf(one)) ?? []) : [];
    if (group.length <= MOST_SHOWN) return [one];
    if (group[0] !== one) return [];
    const others = group.slice(1);
    const places = others.slice(0, MOST_PLACES).flatMap(({ source }) => (source ? [placeOf(source)] : []));
    const more = others.length > places.length ? " …" : "";
    return [
      {
        ...one,
        message: `${one.message} ${others.length} more rows of this list are like it (${places.join(", ")}${more}).`,
      },
    ];
  });
}

function groupOf({ severity, code, source }: Diagnostic): string {
  return `${severity} ${code} ${source?.file}`;
}

function placeOf({ line, cell }: Source): string {
  return cell ?? `line ${line}`;
}
