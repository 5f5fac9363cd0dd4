import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { fleetCases } from "./cases.ts";
import { diagnosticsOf, GLOBAL } from "./fleet-text.ts";

fleetCases(import.meta.url);

it.each(rowsOf(import.meta.url, "is one error", TEXT, TEXT, TEXT, TEXT, TEXT))(
  "%s is one error, at its place, that says what to write",
  (_, text, at, message, fix) => {
    const [first, ...others] = diagnosticsOf(parseFleet(GLOBAL + text, "fleet.yaml"));
    expect(others).toEqual([]);
    expect(`${first?.source?.line}:${first?.source?.column}`).toBe(at);
    expect(first?.message).toContain(message);
    expect(first?.fix).toContain(fix);
    expect(`${first?.message} ${first?.fix}`).not.toMatch(/implicit|block|flow|scalar|token|collection|node\b/i);
  },
);
