import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBaseUrl } from "../../src/fleet-api/index.ts";
import { rowsOf, TEXT } from "../rows.ts";

describe("B4 S10 an address", () => {
  it.each(rowsOf(import.meta.url, "the server address is read as", TEXT, TEXT))(
    "the server address %s is read as %s",
    (text, href) => {
      const reading = parseBaseUrl(text);
      expect(reading.kind === "url" && reading.url.href).toBe(href);
    },
  );

  it.each(rowsOf(import.meta.url, "the server address is refused", TEXT, TEXT))(
    "the server address %j is refused",
    (text, said) => {
      const reading = parseBaseUrl(text);
      expect(reading.kind === "problem" && reading.message).toContain(said);
    },
  );

  it("a server address that is accepted stays the same when read again, and is https or loopback", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl(), fc.webUrl({ validSchemes: ["http", "https"], withQueryParameters: true })),
        (text) => {
          const reading = parseBaseUrl(text);
          if (reading.kind === "problem") return;
          expect(reading.url.protocol).toBe("https:");
          expect(parseBaseUrl(reading.url.href)).toEqual(reading);
        },
      ),
      { numRuns: 30 },
    );
  });
});
