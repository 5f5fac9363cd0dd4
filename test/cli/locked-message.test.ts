import { expect, it } from "vitest";
import { lockedMessage } from "../../src/cli/run/locked-state.ts";
import { globalFleet, inFrontOf, place } from "./harness.ts";

const HOLDER = {
  id: "0123456789ab",
  user: "anna",
  host: "ci-7 pid:[4026531836] boot:11111111-2222-3333-4444-555555555555",
  pid: 1,
  command: "platectl apply",
  at: "2026-05-01T12:00:00.000Z",
};
const FILE = { name: "file:state.jsonl", isShared: false };

it("I1: the message about a lock says who holds it, and how to free it", () => {
  expect(lockedMessage(HOLDER, FILE)).toBe(
    "file:state.jsonl is locked by anna on ci-7 (process 1, platectl apply) since 2026-05-01T12:00:00.000Z. " +
      "Wait for that run to end, or raise --lock-timeout. If it has certainly ended: platectl state unlock 0123456789ab",
  );
});

it("the message about a lock says that a lock on a git remote is freed by hand only", () => {
  expect(lockedMessage(HOLDER, { name: "git:state@origin", isShared: true })).toContain(
    "A lock on a git remote is never taken over automatically. If it has certainly ended: platectl state unlock 0123456789ab",
  );
});

it.each(["user", "host", "command"] as const)(
  "the message about a lock is one short line whatever stands in %s",
  (field) => {
    const text = `x\n::error::y\u001b[31m\r\u2028\u202e${"z".repeat(2000)}`;
    const message = lockedMessage({ ...HOLDER, [field]: text }, FILE);
    expect(message).not.toMatch(/[\p{Cc}\p{Zl}\p{Cf}]|(?:^|\s)::/u);
    expect(message.length).toBeLessThan(600);
  },
);

it("S27: the message about a lock names the command and its options, and no value, which may be a plate", async () => {
  const here = await place({ mode: "global" });
  here.write("fleet.yaml", globalFleet(["AB1", "SECRET99"]));
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const front = await inFrontOf(here.sandbox.url, ({ url = "" }) => {
    if (!url.startsWith("/api/cars")) return undefined;
    isAsked();
    return "taken";
  });
  const options = ["--skip", "SECRET98", "--skip=SECRET99", "--lock-timeout", "7", "--base-url", front];
  const holder = here.start("apply", "--auto-approve", ...options);
  await asked;
  const { stderr } = await here.run("apply", "--auto-approve");
  expect(stderr).toContain(", platectl apply --base-url --skip --auto-approve --lock-timeout) since ");
  expect(stderr + here.read(".platectl/state.jsonl.lock")).not.toMatch(/SECRET|127\.0\.0\.1/);
  holder.child.kill("SIGKILL");
  await holder.ended;
});
