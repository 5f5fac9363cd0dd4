import { EXIT } from "../../../exit-code.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { demoSpec } from "../../definitions/tools.ts";
import type { Io } from "../../process/io.ts";
import { limitWork } from "../../process/limits.ts";
import { ACCOUNT, contracts, daysAgo, parking, RETURNED, startingData, startingRecords } from "./contents.ts";
import { exportFile } from "./export-file.ts";
import { Stage } from "./stage.ts";

const LIST = "cars.xlsx";
const APPLY = ["apply", "--auto-approve", "--quiet"];
const JOINED = ["EV51001", "EV51002"];

/** `platectl demo`: some weeks of a fleet, with the program itself and a sandbox. Fails when it ends otherwise than the story says. */
export async function demoCommand(_: InputOf<typeof demoSpec>, io: Io): Promise<number> {
  const limits = limitWork();
  const stage = await Stage.open(startingData(), { say: (line) => io.result(`${line}\n`), stop: limits.stop });
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
