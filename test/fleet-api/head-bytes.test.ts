import { expect, it } from "vitest";
import type { InterfaceSettings, Scope } from "../../src/allowlist/index.ts";
import type { WriteRequest } from "../../src/ports/index.ts";
import { clientFor, message, rawServer } from "./support.ts";

const never = new AbortController().signal;
const cars = [
  { licenseNumber: "AB 12&3", features: ["LEASING"] },
  { licenseNumber: "BÖ=1", features: [] },
];

function change(action: "add" | "delete", scope: Scope = "global"): WriteRequest {
  return { action, scope, cars };
}

it.each<[string, WriteRequest, Partial<InterfaceSettings>]>([
  ["a query", change("delete", "account:4711"), {}],
  ["a body", change("add"), {}],
])("headBytes is the size of what goes over the wire before the body, with %s", async (_, write, settings) => {
  const server = await rawServer(({ socket }) => socket.write(message(204)));
  const { writer, close } = clientFor(server.origin, { settings });
  const assumed = writer.headBytes(write);
  await writer.send(write, never);
  expect(writer.headBytes(write)).toBe(Buffer.byteLength(server.requests[0]?.head ?? "", "latin1"));
  expect(assumed - writer.headBytes(write)).toBe(2048 - "raw-token".length);
  await close();
  await server.close();
});
