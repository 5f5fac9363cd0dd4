import { expect, it } from "vitest";
import type { SandboxBehaviour } from "../../src/sandbox/index.ts";
import { requestCases } from "./cases.ts";
import { visit } from "./visitor.ts";

requestCases(import.meta.url);

it.each<[number, Partial<SandboxBehaviour>]>([
  [300, { maxHeadBytes: 300 }],
  [9000, {}],
])("F9: a head of more than %i bytes is too long with %j", async (bytes, behaviour) => {
  const { send, sandbox } = await visit({ start: { cars: ["AB1", "CD2"] }, behaviour });
  expect((await send("DELETE", `/api/cars?ln=AB1&x=${"x".repeat(bytes)}`)).status).toBe(431);
  expect(sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
});
