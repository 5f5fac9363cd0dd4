import { expect, it } from "vitest";
import { isBeyondHelp, judge, randomServer } from "./doctor-servers.ts";

const SERVERS = Number(process.env["DOCTOR_SERVERS"] ?? 25);
const MOST_REQUESTS = 40;

it(`the block that doctor prints makes runs exact, or doctor says what it cannot know (${SERVERS} servers)`, {
  timeout: 3_600_000,
}, async () => {
  const wrong: unknown[] = [];
  const inexact: unknown[] = [];
  const requests: number[] = [];
  let helped = 0;
  for (let seed = 1; seed <= SERVERS; seed += 1) {
    const server = randomServer(seed);
    const judgement = await judge(server);
    requests.push(judgement.requests);
    if (judgement.verdict === "wrong") wrong.push({ seed, ...judgement });
    if (isBeyondHelp(server)) continue;
    helped += 1;
    if (judgement.verdict !== "exact") inexact.push({ seed, ...judgement, server });
  }
  if (process.env["DOCTOR_SERVERS"] !== undefined) {
    requests.sort((one, other) => one - other);
    const over = requests.filter((count) => count > MOST_REQUESTS).length;
    const figures = [
      `${helped} can be helped, ${inexact.length} of them not exact; ${wrong.length} wrong`,
      `requests: median ${requests[SERVERS >> 1]}, most ${requests.at(-1)}, over ${MOST_REQUESTS}: ${over}`,
      ...[...wrong, ...inexact].map((one) => JSON.stringify(one)),
    ];
    process.stdout.write(`${figures.join("\n")}\n`);
  }
  expect(wrong).toEqual([]);
  expect(inexact.length).toBeLessThanOrEqual(helped / 100);
});
