import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPlateView, hashedWith, masked, type PlateView } from "../../src/render/index.ts";
import { rowsOf, TEXT } from "../rows.ts";

const MASKED = createPlateView(masked);
const HASHED = createPlateView(hashedWith("0123456789abcdef"));

describe("a masked plate (S27)", () => {
  it.each(rowsOf(import.meta.url, "the masked plate of", TEXT, TEXT))(
    "the masked plate of %s is %s",
    (plate, shown) => {
      expect(MASKED.plate(plate)).toBe(shown);
    },
  );

  it("a masked plate shows at most half of its characters when it is short, and four when it is not", () => {
    const plates = fc.stringMatching(/^[A-Z0-9]{1,16}$/);
    fc.assert(
      fc.property(plates, (plate) => {
        const shown = MASKED.plate(plate).replace("•••", "").length;
        expect(shown).toBeLessThanOrEqual(plate.length < 7 ? plate.length / 2 : 4);
      }),
    );
  });
});

describe("a message with hidden plates (S27)", () => {
  it.each(rowsOf(import.meta.url, "of the message", TEXT, TEXT))("of the message %j %j is shown", (message, shown) => {
    expect(MASKED.message(message)).toBe(shown);
  });

  it("a command that a message names is shown", () => {
    const src = join(import.meta.dirname, "../../src");
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const texts = files.map((name) => readFileSync(join(src, name), "utf8").replace(/^ *(?:\/\/|\/?\*).*$/gm, ""));
    const commands = texts.join("\n").match(/(?<=`)(?:platectl|git|openssl) [^`$\\\n]+(?=\\?`)/g) ?? [];
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.filter((command) => MASKED.message(`\`${command}\``) !== `\`${command}\``)).toEqual([]);
  });

  it.each([MASKED, HASHED])(
    "what was hidden stays as it is when it passes once more, whatever a message quotes",
    (view: PlateView) => {
      fc.assert(
        fc.property(fc.array(fc.string()), (texts) => {
          const once = view.message(texts.map((text) => `\`${text.replace(/[`\n]/g, "")}\` `).join("and "));
          expect(view.message(once)).toBe(once);
        }),
      );
    },
  );
});

describe("a hashed plate (S27)", () => {
  it("a hashed plate is the same in a message and in every spelling, and differs from every other plate", () => {
    const hash = HASHED.plate("AB12345");
    expect(hash).toMatch(/^plate#[A-Z2-7]{10}$/);
    for (const spelling of ["ab 12-345", "ＡＢ12345", "АВ12345"]) expect(HASHED.plate(spelling)).toBe(hash);
    expect(HASHED.message("car `ab-12345`")).toBe(`car \`${hash}\``);
    expect(HASHED.plate("AB12346")).not.toBe(hash);
  });
});

describe("a document with hidden plates (S27)", () => {
  it("a document keeps its ids, amounts and days, and loses what is made from plates without a key", () => {
    const document = {
      ...{ scope: "account:4711", account: "4711", createdAt: "2026-11-22", amountIncludingVat: "-10.50", rows: 7 },
      cars: [{ licenseNumber: "4711", source: "fleet.yaml:4:5" }],
    };
    const cars = [{ licenseNumber: "4•••1", source: "fleet.yaml:4:5" }];
    expect(MASKED.document({ ...document, digest: "d" })).toEqual({ ...document, cars, digest: "masked" });
  });

  it("of a field that nobody has declared nothing is shown, wherever it stands, and the document stays as it was", () => {
    const document = { remark: "AB12345", list: { remarks: ["seen beside AB12345", ""], note: "for AB12345" } };
    expect(MASKED.document(document)).toEqual({ remark: "•••", list: { remarks: ["•••", ""], note: "•••" } });
    expect(document.remark).toBe("AB12345");
  });

  it("a field of numbers or codes does not show what is no number or code", () => {
    const shown = MASKED.document({ account: "AB12345", status: "SEE AB12345", features: ["LEASING", "AB12345"] });
    expect(shown).toEqual({ account: "•••", status: "•••", features: ["LEASING", "•••"] });
  });

  it("a server's words about a car are not shown, and what platectl says of one is", () => {
    const results = [
      { outcome: "rejected", error: "AB12345 is parked" },
      { outcome: "unknown", error: "the server answered 503: `see the holder of AB12345`" },
    ];
    expect(MASKED.document(results).map(({ error }) => error)).toEqual(["•••", "the server answered 503: `•••`"]);
  });

  it("what is no document is refused, because nothing of it would be hidden", () => {
    expect(() => MASKED.document({ plates: new Map([["AB12345", 1]]) })).toThrow(TypeError);
  });
});
