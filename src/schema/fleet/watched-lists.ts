import { carsIn, type DesiredScope, dayIn, type WatchedList } from "../../allowlist/index.ts";
import type { ListReference, PlacedReference } from "../lists/list-shape.ts";
import type { Lists } from "../lists/load-lists.ts";
import type { SkippedCounter } from "../lists/skipped-rows.ts";

/** Of the `carsFrom` items of one scope, those whose list is compared with what it held in earlier runs. */
export function watchedLists(
  references: readonly PlacedReference[],
  lists: Lists,
  entries: DesiredScope["entries"],
  { timeZone, skipped }: { readonly timeZone: string; readonly skipped: SkippedCounter },
): Pick<DesiredScope, "lists"> {
  const watched = references.filter(({ reference }) => isWatched(reference));
  if (watched.length === 0) return {};
  const names = new Set<string>();
  return {
    lists: watched.map(({ reference, source }): WatchedList => {
      const texts = lists.get(reference) ?? [];
      const files = [...new Set(texts.map(({ path }) => path))];
      const { maxShrink, maxAge, grace } = reference;
      const [oldest] = texts.flatMap(({ changed }) => changed ?? []).sort((left, right) => left.at - right.at);
      return {
        name: nameOf(reference, names),
        source,
        files,
        cars: carsIn(files, entries).size,
        ...(maxShrink && { maxShrink }),
        ...(maxShrink && reference.skip && { skipped: skipped.skippedBy(reference) }),
        ...(maxAge !== undefined && { maxAge }),
        ...(grace !== undefined && { grace }),
        ...(oldest && { changed: { ...oldest, on: dayIn(timeZone, oldest.at) } }),
      };
    }),
  };
}

function isWatched({ maxShrink, maxAge, grace }: ListReference): boolean {
  return maxShrink !== undefined || maxAge !== undefined || grace !== undefined;
}

// As written, so that it does not depend on where a run is started.
function nameOf({ file }: ListReference, taken: Set<string>): string {
  const written = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  let name = written;
  for (let number = 2; taken.has(name); number += 1) name = `${written} (${number})`;
  taken.add(name);
  return name;
}
