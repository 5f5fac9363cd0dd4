import { expect, it } from "vitest";
import { classifyReply } from "../../src/apply/index.ts";
import { response } from "./world.ts";

const STATUSES = Array.from({ length: 900 }, (_, at) => at + 100);
const ACTIONS = ["add", "delete"] as const;

/** Reliability 4.7, and nothing else: what is not here is unknown. */
const NAMED: Record<number, string> = {
  200: "per-car",
  204: "per-car",
  207: "per-car",
  400: "bisect",
  401: "stop-run",
  403: "stop-scope",
  404: "stop-scope",
  413: "split",
  414: "split",
  422: "bisect",
  429: "pause",
  431: "split",
};

it.each(ACTIONS)("F12, G6: every status from 100 to 999 of an %s is unknown unless the table names it", (action) => {
  const expected = STATUSES.map((status) => [
    status,
    status === 404 && action === "delete" ? "bisect" : (NAMED[status] ?? "unknown"),
  ]);
  expect(STATUSES.map((status) => [status, classifyReply(response(status), action)])).toEqual(expected);
});

it.each(ACTIONS)("F6: an %s whose expected body cannot be read is unknown", (action) => {
  for (const status of [200, 207])
    expect(classifyReply(response(status, { failures: "malformed" }), action)).toBe("unknown");
});

it.each([
  ["F1: no byte left, and it may pass", { kind: "not-sent", reason: "", permanent: false }, "retry"],
  [
    "F1: no byte left, and it never will (certificate, refused login)",
    { kind: "not-sent", reason: "", permanent: true },
    "stop-run",
  ],
  ["F2: bytes left and no whole reply came", { kind: "lost", reason: "" }, "unknown"],
] as const)("a reply is classified: %s", (_, reply, verdict) => {
  for (const action of ACTIONS) expect(classifyReply(reply, action)).toBe(verdict);
});
