import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { globalPlace, inFrontOf } from "./harness.ts";

flows(import.meta.url);

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
