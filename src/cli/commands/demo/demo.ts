import { EXIT } from "../../../run/exit-code.ts";
import { type StartingData, seedData } from "../../../sandbox/index.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { demoSpec } from "../../definitions/tools.ts";
import type { Io } from "../../process/io.ts";
import { limitWork } from "../../process/limits.ts";
import { type ExportRow, exportFile, Stage } from "./stage.ts";

const LIST = "cars.xlsx";
const APPLY = ["apply", "--auto-approve", "--quiet"];
const JOINED = ["EV51001", "EV51002"];

/** `platectl demo`: some weeks of a fleet, with the program itself and a sandbox. Fails when it ends otherwise than the story says. */
export async function demoCommand(_: InputOf<typeof demoSpec>, io: Io): Promise<number> {
  const limits = limitWork();
  const stage = await Stage.open(startingData(), (line) => io.result(`${line}\n`), limits.stop);
  try {
    await listBecomesCode(stage);
    await nextExport(stage);
    await brokenExport(stage);
    await wrongCharge(stage);
    await killedRun(stage);
    await stage.say(
      "Your own list: `platectl import cars.xlsx`, or `platectl export` for the one that the server has.",
    );
    return EXIT.ok;
  } catch (error) {
    const interrupted = limits.exitCode();
    if (interrupted === undefined) throw error;
    return interrupted;
  } finally {
    await stage.close();
    limits.release();
  }
}

async function listBecomesCode(stage: Stage): Promise<void> {
  await stage.say("# A leasing system exports its cars. The columns are found; the title and the totals are no cars.");
  stage.write(LIST, exportFile(contracts(...RETURNED)));
  await stage.run(EXIT.ok, "import", LIST);
  stage.commit("The fleet of last month", 30);
}

async function nextExport(stage: Stage): Promise<void> {
  await stage.say("# The next export arrives. Who joins, who leaves, and what did those who leave cost?");
  stage.write(LIST, exportFile(contracts(...JOINED)));
  stage.commit("The export of this week", 3);
  await stage.run(EXIT.changes, "plan", "--money", "30", "--exit-code");
}

async function brokenExport(stage: Stage): Promise<void> {
  await stage.say("# This one was cut off after five cars. A guard stops it before anything is sent.");
  stage.write(LIST, exportFile(contracts().slice(0, 5)));
  await stage.run(EXIT.guard, ...APPLY);

  await stage.say("# This one is whole. The server rejects one of its cars: each car has its own outcome.");
  stage.write(LIST, exportFile(contracts(...JOINED, "REJECT1")));
  // Nothing else says that such a word is a plate.
  stage.write("fleet.yaml", stage.read("fleet.yaml").replace("column:", "plates: [REJECT1], column:"));
  await stage.run(EXIT.partial, ...APPLY);
  stage.write(LIST, exportFile(contracts(...JOINED)));
}

async function wrongCharge(stage: Stage): Promise<void> {
  stage.letDaysPass(2);
  stage.sandbox.model.setBilling(ACCOUNT, [...startingRecords(), parking(90, RETURNED[0], daysAgo(1), "210.00")]);
  await stage.say(
    "# Two days have passed. The operator bills a car that platectl took off the list, and the journal proves when.",
  );
  await stage.run(EXIT.changes, "audit", "--claims", "claims.csv");
  await stage.say(`$ cat claims.csv\n${stage.read("claims.csv")}`);
  await stage.run(EXIT.ok, "car", "find", RETURNED[0]);
}

async function killedRun(stage: Stage): Promise<void> {
  await stage.say(
    "# A car joins and another leaves. The run is killed when the server has done a write, before it answers.",
  );
  stage.write(LIST, exportFile(contracts(...JOINED, "EV51003").slice(1)));
  await stage.runUntilWrite(...APPLY);
  await stage.say("# The next run finds out what was done, and does the rest.");
  await stage.run(EXIT.ok, ...APPLY);
  await stage.run(EXIT.ok, "plan", "--exit-code");
}

const ACCOUNT = "4711";

const DAY_MS = 86_400_000;
const MODELS = ["Skoda Enyaq", "VW ID.4", "Polestar 2", "Renault Megane"];

/** Cars whose contract goes on. */
const STAYING = Array.from({ length: 16 }, (_, at) => `AB12${String(301 + 17 * at)}`);
/** Cars that were returned, and are on the list still. */
const RETURNED = ["RET4401", "RET4402", "RET4403"] as const;

// The day that many days ago, `YYYY-MM-DD`.
function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

// What was billed before the demo begins.
function startingRecords() {
  return [...STAYING.slice(0, 6), ...RETURNED].flatMap((plate, at) => [
    parking(2 * at + 1, plate, daysAgo(20 - at), `${148 + 7 * at}.50`),
    parking(2 * at + 2, plate, daysAgo(12 - at), `${96 + 5 * at}.00`),
  ]);
}

const USER = { id: "11", firstName: "Mia", lastName: "Berg", email: "mia@example.com", phoneNumber: "+4520000011" };

// What the server knows at the start.
function startingData(): StartingData {
  const users = [USER];
  return {
    cars: [...STAYING, ...RETURNED].map((licenseNumber) => ({ licenseNumber })),
    fleet: [...STAYING.slice(0, 9), "RET4402"],
    accounts: [{ baId: ACCOUNT, name: "Nordvik Leasing", cars: [], users, billing: startingRecords() }],
  };
}

// The rows of an export of today; `more` are further cars.
function contracts(...more: readonly string[]): ExportRow[] {
  return [...STAYING, ...more].map((plate, at) => [
    plate,
    MODELS[at % MODELS.length] ?? "",
    daysAgo(700 - 31 * at),
    daysAgo(-400 - 31 * at),
  ]);
}

/** A record that the sandbox invents: the demo changes what its story needs. */
const [SAMPLE] = seedData(1, Date.now())
  .accounts.flatMap(({ billing }) => billing)
  .filter(({ currency }) => currency.currencyCode === "DKK");

// A parking of two hours, as the operator bills it.
function parking(id: number, licensePlate: string, day: string, amount: string) {
  if (!SAMPLE) throw new Error("The sandbox invents no record in DKK.");
  const { id: user, firstName, lastName, phoneNumber } = USER;
  return {
    ...SAMPLE,
    ...{ infoId: "5001", infoRecordId: String(id), recordSubType: "STANDARD", costCenter: "" },
    ...{ startDate: `${day}T10:00:00Z`, endDate: `${day}T12:00:00Z` },
    ...{ vat: "0", amountExcludingVat: amount, amountIncludingVat: amount },
    parking: { ...SAMPLE.parking, licensePlate, id: String(id), note: "" },
    user: { id: user, firstName, lastName, phoneNumber },
  };
}
