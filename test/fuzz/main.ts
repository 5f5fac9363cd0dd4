import { parseArgs } from "node:util";
import { answerTrial } from "./answers.ts";
import { fuzz } from "./fuzz.ts";
import { shapeTrial } from "./shapes.ts";
import { localTrials } from "./trials.ts";

// npm run fuzz -- [--only NAME] [--runs N] [--seed N]
const { values } = parseArgs({
  options: { only: { type: "string" }, runs: { type: "string" }, seed: { type: "string", default: "1" } },
});
const RUNS = new Map([["fleet files", 100_000]]);
const OTHER_RUNS = 20_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

print("| input | tried | slowest, ms of CPU | found |\n|---|--:|--:|--:|");
for (const trial of [...localTrials(), await answerTrial(), await shapeTrial()]) {
  const { name, close } = trial;
  if (values.only === undefined || values.only === name) {
    const runs = Number(values.runs ?? RUNS.get(name) ?? OTHER_RUNS);
    const { findings, slowest } = await fuzz(trial, runs, Number(values.seed));
    print(`| ${name} | ${runs} | ${Math.round(slowest)} | ${findings.length} |`);
    for (const { seed, what } of findings) print(`--only "${name}" --seed ${seed} --runs 1: ${what.slice(0, 1_500)}`);
    if (findings.length > 0) process.exitCode = 1;
  }
  await close?.();
}
