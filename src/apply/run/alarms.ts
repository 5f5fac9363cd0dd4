import {
  type Alarm,
  type AlarmCode,
  type LiveEntry,
  quoted,
  type TakenCars,
  withCommas,
} from "../../allowlist/index.ts";
import type { Exemption } from "../../plan/index.ts";

const READ_OTHERWISE =
  "Nothing more was sent. If no other client deleted them at that moment, the server reads the request otherwise than it was meant:";
const SAFE_AGAIN = "Running again is safe: it reads the lists first and sends what is missing.";

const ADVICE: Readonly<Record<AlarmCode, string>> = {
  "delete-took-more": `${READ_OTHERWISE} before the next apply, find out how it takes deletes with \`platectl doctor --write PLATE\`, and set \`interface.globalDelete\` or \`interface.accountDelete\`. The next run adds the cars of the fleet file again, and no others: whoever owns those has to add them; the report as JSON names all of them.`,
  "detach-took-more": `${READ_OTHERWISE} see \`interface.userCarParam\`. Give the cars back to the parking user.`,
  "delete-not-confirmed": `No other car was deleted. ${SAFE_AGAIN}`,
  "deletes-refused":
    "No other delete was sent. The reason is given for each of them; `platectl doctor --write PLATE` finds out how the server takes deletes.",
  "no-effect": "Nothing more was sent. `platectl doctor --write PLATE` finds out how the server takes changes.",
  "no-answers": `Nothing more was sent. Ask the operator of the server what is wrong with it. ${SAFE_AGAIN}`,
  "server-busy": `Nothing more was sent. ${SAFE_AGAIN}`,
  "retries-used-up": `What failed after that was not sent again. Ask the operator of the server what is wrong with it. ${SAFE_AGAIN}`,
  refused: "Nothing more was sent. Correct what is named here, and run again.",
  "state-not-written":
    "What the server did is done, and the state does not know all of it. See that the state can be written (space, permissions, connection), and run again: cars of a list that cannot be read are sent again then, and the server may call them listed already; guards compare with an older number of cars.",
  deadline: "Run again: it sends what is left. `--deadline` gives a run more time.",
};

/** An alarm with what to do about it. `message`: what happened, without a full stop. */
export function alarm(code: AlarmCode, message: string, about: Pick<Alarm, "scope" | "taken"> = {}): Alarm {
  return { code, ...about, message, advice: ADVICE[code] };
}

/** The alarm of a journal that did not take what the run has done. */
export function stateNotWritten(complaint: string, error: unknown): Alarm {
  const why = error instanceof Error ? error.message : String(error);
  return alarm("state-not-written", `${complaint}: ${why.replace(/\.$/, "")}`);
}

/** How many of the taken cars a message names. */
const MOST_NAMED = 5;

/** The cars that went apart from those that were meant to, with how many of them somebody relies on. */
export function takenCars(gone: readonly LiveEntry[], kept: (one: LiveEntry) => Exemption | undefined): TakenCars {
  return {
    count: gone.length,
    customerCare: gone.filter(({ addedByCustomerCare }) => addedByCustomerCare).length,
    protected: gone.filter((entry) => kept(entry)?.rule === "protected").length,
    cars: gone.map(({ licenseNumber }) => ({ licenseNumber })),
  };
}

/** `took 400 more off the list (`A1`, `B2`, …), 3 of them added by customer care and 1 protected`. `from`: `off the list`. */
export function takenInWords({ count, customerCare, protected: guarded, cars }: TakenCars, from: string): string {
  const names = cars.slice(0, MOST_NAMED).map(({ licenseNumber }) => quoted(licenseNumber));
  if (count > MOST_NAMED) names.push("…");
  const ofThem = (some: number, what: string) => (some > 0 ? `, ${withCommas(some)} of them ${what}` : "");
  const relied = `${ofThem(customerCare, "added by customer care")}${ofThem(guarded, "protected")}`;
  return `took ${withCommas(count)} more ${from} (${names.join(", ")})${relied}`;
}
