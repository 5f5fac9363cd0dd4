import type { JournalEntry, WriteRequest } from "../ports/index.ts";
import type { ApplyRun } from "./apply-run.ts";

/** A request whose intent was handed to the journal. */
export interface WrittenIntent {
  readonly request: WriteRequest;
  readonly batch: number;
  /** Resolves, once the journal is done with the intent, to whether it is durable; only then may the request leave. */
  readonly recorded: Promise<boolean>;
}

/**
 * What the requests to one list leave in the journal. Outcomes wait for the next intent, so that both cost one append,
 * and that append goes on while a request is under way.
 */
export class JournalWriter {
  readonly #run: ApplyRun;
  #noted: JournalEntry[] = [];
  #last: Promise<boolean> = Promise.resolve(true);

  constructor(run: ApplyRun) {
    this.#run = run;
  }

  /** Takes down what came of a request; durable with the next intent or flush. */
  writeOutcome(entry: JournalEntry): void {
    this.#noted.push(entry);
  }

  /** Starts to make an intent durable, and with it all that was noted. A failure halts the run. */
  writeIntent(request: WriteRequest): WrittenIntent {
    const batch = this.#run.nextBatch();
    const complaint = "nothing is sent that the state cannot record first";
    this.#record([{ kind: "intent", batch, ...request }], complaint);
    return { request, batch, recorded: this.#last };
  }

  /** Takes back a request that was announced and did not leave. Of an intent that is not there, nothing is said. */
  async cancelIntent({ request, batch, recorded }: WrittenIntent): Promise<void> {
    if (!(await recorded)) return;
    const cars = request.cars.map(({ licenseNumber }) => ({ licenseNumber, outcome: "not-sent" as const }));
    this.writeOutcome({ ...request, kind: "outcome", batch, cars });
  }

  /** Starts to make durable what was noted; resolves once that, and all before it, is over. A failure halts the run. */
  async flush(): Promise<void> {
    if (this.#noted.length > 0) this.#record([], "the state could not record what the server answered");
    await this.#last;
  }

  #record(entries: readonly JournalEntry[], complaint: string): void {
    const all = [...this.#noted, ...entries];
    this.#noted = [];
    this.#last = appendToJournal(this.#run, all).then((failure) => {
      if (failure) this.#run.halt(`${complaint}: ${failure}`);
      return failure === undefined;
    });
  }
}

/** Makes entries durable; gives the reason when that fails. */
export async function appendToJournal(run: ApplyRun, entries: readonly JournalEntry[]): Promise<string | undefined> {
  try {
    await run.ports.journal.append(entries);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
