import type { JournalRecord } from "../state/index.ts";

type Entry = JournalRecord["entries"][number];

/**
 * Finds out what the end of a run verified. Where a list is read back, an entry says only what turned out otherwise than the
 * server had answered: when the run has ended, its other answers are verified. A run that died read nothing back.
 */
export class ReadBacks<Event extends object> {
  /** Lists that can be read. */
  readonly #read = new Set<string>();
  /** By target and by place, the last answer of the run under way. */
  readonly #answers = new Map<string, Map<string, { readonly list: string; readonly event: Event }>>();

  /** Takes the next entry of a target's journal; gives the answers that it verifies. */
  follow(entry: Entry, target: string): readonly Event[] {
    if (entry.kind === "list-read" || (entry.kind === "snapshot" && entry.wasRead === true))
      this.#read.add(`${target} ${entry.scope}`);
    if (entry.kind !== "run" && entry.kind !== "end") return [];
    const answers = [...(this.#answers.get(target)?.values() ?? [])];
    this.#answers.delete(target);
    if (entry.kind === "run") return [];
    return answers.filter(({ list }) => this.#read.has(list)).map(({ event }) => event);
  }

  /** Takes what became of a car at a place; `isAnswer`: the server confirmed it. */
  take(
    target: string,
    place: { readonly scope: string; readonly name: string },
    event: Event,
    isAnswer: boolean,
  ): void {
    const answers = this.#answers.get(target) ?? new Map<string, { readonly list: string; readonly event: Event }>();
    this.#answers.set(target, answers);
    if (isAnswer) answers.set(place.name, { list: `${target} ${place.scope}`, event });
    else answers.delete(place.name);
  }
}
