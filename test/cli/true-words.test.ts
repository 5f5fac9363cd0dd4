import { expect, it } from "vitest";
import {
  accountFleet,
  expectRefusal,
  globalPlace,
  inFrontOf,
  type Place,
  place,
  placeWith,
  plates,
  runCli,
} from "./harness.ts";

const UNREAD = { accountCars: 404, duplicateAdd: "failure", absentDelete: "failure" } as const;

function accounts(...baIds: readonly string[]): Promise<Place> {
  return place({ mode: "billing-account", start: { accounts: baIds.map((baId) => ({ baId })) } });
}

it("a plan of a file without accounts names the accounts of the server, and does not say that lists match", async () => {
  const here = await accounts("4711", "4712");
  await here.run("init", "--mode", "billing-account");
  const { code, stdout } = await here.run("plan");
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "the fleet file names no account, and the server has 2 billing accounts: 4711, 4712;",
  );
  expect(stdout).not.toContain("match the fleet file");
});

it("an interrupt while apply reads, before anything was sent, says nothing of unknown cars", async () => {
  const here = await globalPlace([], ["AB1"]);
  let asked = (): void => undefined;
  const reading = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const url = await inFrontOf(here.sandbox.url, ({ method }) => {
    if (method !== "GET") return undefined;
    asked();
    return "taken";
  });
  const { child, ended } = here.start("apply", "--auto-approve", "--base-url", url);
  await reading;
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining("Interrupted while reading.") });
  expect(stderr).not.toContain("unknown");
});

it("state show says of a list that it was never read, and counts known cars apart from those on a list", async () => {
  const unread = await placeWith(
    accountFleet({ "4711": plates("AB", 30) }),
    { accounts: [{ baId: "4711", cars: plates("AB", 30) }] },
    { behaviour: UNREAD },
  );
  await unread.run("state", "adopt", "--auto-approve");
  const shown = (await unread.run("state", "show")).stdout;
  expect(shown).toMatch(/known cars +in doubt +cars when read +other cars/);
  expect(shown).toMatch(/account:4711 +30 +0 +never read +none/);

  const read = await globalPlace(plates("AB", 40), [...plates("AB", 40), "NEW1"]);
  await read.run("apply", "--auto-approve");
  expect((await read.run("state", "show")).stdout).toMatch(/global +1 +0 +41/);
});

it("a secret and a secret file that are both set are refused, and neither is shown", async () => {
  const here = await globalPlace([], ["AB1"]);
  const file = here.write("secret", "another-secret\n");
  const ended = await runCli(["plan"], here.folder, { ...here.env, PLATECTL_CLIENT_SECRET_FILE: file });
  expectRefusal(
    ended,
    3,
    /PLATECTL_CLIENT_SECRET and PLATECTL_CLIENT_SECRET_FILE are both set[\s\S]*unset one/,
    here.sandbox,
  );
  expect(ended.stderr).not.toMatch(/another-secret/);
  expect(ended.stderr).not.toContain(here.sandbox.clientSecret);
  expect(here.sandbox.requests).toEqual([]);
});
