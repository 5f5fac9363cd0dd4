import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPlateView, hashedWith, masked } from "../../src/render/index.ts";

const HASH = hashedWith("0123456789abcdef");

describe("a masked plate (S27)", () => {
  it.each([
    ["AB12345", "AB•••45"],
    ["ab 12-345", "AB•••45"],
    ["BÖ-TT 1234", "BÖ•••34"],
    ["ABC123", "A•••3"],
    ["AB12", "A•••2"],
    ["AB1", "•••"],
    ["A", "•••"],
    ["not a plate?", "•••"],
  ])("the masked plate of %s is %s", (plate, shown) => {
    expect(createPlateView(masked).plate(plate)).toBe(shown);
  });

  it("a masked plate shows at most half of its characters when it is short, and four when it is not", () => {
    const plates = fc.stringMatching(/^[A-Z0-9]{1,16}$/);
    fc.assert(
      fc.property(plates, (plate) => {
        const shown = createPlateView(masked).plate(plate).replace("•••", "").length;
        expect(shown).toBeLessThanOrEqual(plate.length < 7 ? plate.length / 2 : 4);
      }),
    );
  });
});

describe("a known plate in a sentence (S27)", () => {
  const view = createPlateView(masked);
  view.learn(["AB 12345", "BÖ-TT 1234", "KURFURST", "АВ98765", "4821", "12:30"]);

  it.each([
    ["car AB12345 is parked", "car AB•••45 is parked"],
    ["ab-12.345, ａｂ１２３４５", "AB•••45, AB•••45"],
    ["(AB\n12345)", "(AB•••45)"],
    ["AB\\-12345", "AB•••45"],
    ["car_AB12345.yaml", "car_AB•••45.yaml"],
    ["Bo\u0308 TT1234", "BÖ•••34"],
    ["kurfurst", "KU•••ST"],
    ["the Latin AB98765", "the Latin AB•••65"],
    ["no. 4821 at 12:30", "no. 4•••1 at 1•••0"],
    ["XAB12345 and AB123456", "XAB12345 and AB123456"],
    ["nothing to see", "nothing to see"],
  ])("a known plate is masked in a sentence: %j becomes %j", (text, shown) => {
    expect(view.text(text)).toBe(shown);
  });

  it("a known plate in a sentence is found in any spelling, wherever it stands", () => {
    const separator = fc.constantFrom("", " ", "-", ".", "·", "\n");
    const spelling = fc
      .tuple(fc.constantFrom("AB", "ab", "Ab"), separator, fc.constantFrom("12", "１２"), separator, fc.constant("345"))
      .map((parts) => parts.join(""));
    const around = fc.constantFrom("", " ", "car ", '"', "(", "/", "=", ": ", "fleet.yaml:12:5 ");
    fc.assert(
      fc.property(around, spelling, around, (before, plate, after) => {
        expect(view.text(`${before}${plate} ${after}`)).toContain("AB•••45");
      }),
    );
  });

  it("a known plate is found in a long text in linear time", () => {
    const shown = view.text("AB 1 2 3 4 5 6 7 8 9 0 ".repeat(20_000));
    expect(shown.split("AB•••45 6 7 8 9 0 ").length).toBe(20_001);
  });

  it("masking keeps numbers and words of a whole output, and JSON is still JSON", () => {
    const output = JSON.stringify({ count: 4821, kurfurst: ["AB12345"] });
    expect(JSON.parse(view.output(output))).toEqual({ count: 4821, kurfurst: ["AB•••45"] });
  });
});

describe("a server's text (S27)", () => {
  const view = createPlateView(masked);

  it.each([
    ["CD 67 890 is parked", "CD•••90 is parked"],
    ["so is held-123", "so is HE•••23"],
    ["1234 BCD and AB-123-CD", "12•••CD and AB•••CD"],
    ["answered 503 after RFC 9457", "answered 503 after RFC 9457"],
    ["account 4711, trace 4bf92f3577b34da6a3ce929d0e0e4736", "account 4711, trace 4bf92f3577b34da6a3ce929d0e0e4736"],
  ])("a server's text is masked: %j becomes %j, though no plate is known", (text, shown) => {
    expect(view.foreign(text)).toBe(shown);
  });
});

describe("a hashed plate (S27)", () => {
  it("a hashed plate is the same in a sentence and in every spelling, and differs from every other plate", () => {
    const view = createPlateView(HASH);
    view.learn(["AB12345", "АВ12345"]);
    const hash = view.plate("AB12345");
    expect(hash).toMatch(/^plate#[A-Z2-7]{10}$/);
    expect(view.plate("ab 12-345")).toBe(hash);
    expect(view.text("car ab-12345")).toBe(`car ${hash}`);
    expect(view.plate("АВ12345")).not.toBe(hash);
    expect(view.text("АВ12345")).toBe(view.plate("АВ12345"));
    view.compareBy({ foldLookalikes: true });
    expect(view.plate("АВ12345")).toBe(hash);
  });
});

describe("a document (S27)", () => {
  it("a masked document keeps its ids, amounts and days, and loses what is made from plates without a key", () => {
    const view = createPlateView(masked);
    view.learn(["4711", "20261122"]);
    const document = {
      scope: "account:4711",
      day: "x",
      createdAt: "2026-11-22",
      digest: "d",
      cars: [{ licenseNumber: "4711" }],
    };
    expect(view.document(document)).toEqual({ ...document, digest: "masked", cars: [{ licenseNumber: "4•••1" }] });
  });
});
