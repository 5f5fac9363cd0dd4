import { expect } from "vitest";
import { z } from "zod";
import { schemaOf, type TestServer } from "../state/postgres/server.ts";
import { accountFleet, type Place, place, slow } from "./harness.ts";

/** Cars by the ids of the accounts that want them. */
export type Wanted = Readonly<Record<string, readonly string[]>>;

/** A fleet over many accounts whose state is in PostgreSQL. */
export interface PublishedFleet extends Place {
  readonly schema: string;
  /** How often it was asked to add cars, over all runs; the sandbox itself remembers the last 1,000 requests only. */
  readonly count: { adds: number };
  /** Publishes the plan of a fleet file; gives its hash. */
  publish(...args: readonly string[]): Promise<string>;
  /** Starts a worker. */
  worker(hash: string): ReturnType<Place["start"]>;
  /** What all workers have done, and the exit code of that. */
  report(hash: string): Promise<{ readonly code: number | null; readonly document: unknown }>;
  /** Asserts that all is done, each car by one intent (or two where `again` says so), and no lock is left. */
  expectDone(hash: string, again?: number): Promise<void>;
}

type Options = NonNullable<Parameters<typeof place>[0]>;

/** A server some way off, which is why several workers help. */
export const SLOW = slow(40, 60);

/** `count` accounts that want `cars` cars each. */
export function accountsWith(count: number, cars: number): Wanted {
  const carsOf = (baId: number) => Array.from({ length: cars }, (_, at) => `A${baId}X${at}`);
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [1000 + at, carsOf(1000 + at)]));
}

/** A sandbox with these accounts and what they have, and a fleet file with what they want. */
export async function publishedFleet(
  server: Pick<TestServer, "sql">,
  address: string,
  wanted: Wanted,
  { listed = {}, ...options }: Partial<Options> & { readonly listed?: Wanted } = {},
): Promise<PublishedFleet> {
  const accounts = Object.keys(wanted).map((baId) => ({ baId, cars: [...(listed[baId] ?? [])] }));
  const count = { adds: 0 };
  const log = (line: string): void => {
    if (/^POST .*\/cars/.test(line)) count.adds += 1;
  };
  const here = await place(
    { mode: "billing-account", start: { accounts }, log, ...options },
    { PLATECTL_STATE: address },
  );
  here.write("fleet.yaml", accountFleet(wanted));
  const schema = schemaOf(address);
  const cars = Object.values(wanted).flat().length;
  const report: PublishedFleet["report"] = async (hash) => {
    const { code, stdout } = await here.run("report", hash, "--json");
    return { code, document: JSON.parse(stdout) };
  };
  return {
    ...here,
    schema,
    count,
    report,
    async publish(...args) {
      const allowed = [`--allow-adds=${cars}`, `--allow-deletes=${cars}`];
      const { code, stdout, stderr } = await here.run("plan", "--publish", "--format", "json", ...allowed, ...args);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      const { published } = z.object({ published: z.string().regex(/^[0-9a-f]{64}$/) }).parse(JSON.parse(stdout));
      expect(stderr).toContain(`Published the plan ${published}`);
      return published;
    },
    worker: (hash) => here.start("apply", "--claim", hash, "--concurrency", "4"),
    async expectDone(hash, again = 0) {
      const { code, document } = await report(hash);
      expect({ code, document }).toMatchObject({
        code: 0,
        document: { exitCode: 0, planHash: hash, lists: { missing: [] } },
      });
      const { stdout } = await here.run("plan");
      expect(stdout).toContain("No changes");
      expect(await server.sql(`select from ${schema}.holder`)).toEqual([]);
      // Nothing leaves without an intent; one that an interrupt overtook is taken back. A line names a car without features
      // by its plate alone, and says once what all of its cars came to.
      const [intents] = await server.sql(
        `select count(*) filter (where entry ->> 'kind' = 'intent')::int as cars,
             count(*) filter (where coalesce(car ->> 'outcome', entry ->> 'outcome') = 'not-sent')::int as withdrawn,
             count(distinct coalesce(car ->> 'licenseNumber', car #>> '{}'))::int as plates
           from ${schema}.record, jsonb_array_elements(line::jsonb -> 'record' -> 'entries') entry,
             jsonb_array_elements(entry -> 'cars') car
           where entry ->> 'kind' in ('intent', 'outcome') and entry ->> 'action' = 'add'`,
      );
      const sent = Number(intents?.["cars"]) - Number(intents?.["withdrawn"]);
      expect(sent - Number(intents?.["plates"]), "cars that were sent more than once").toBeLessThanOrEqual(again);
    },
  };
}
