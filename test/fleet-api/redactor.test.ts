import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, REDACTED } from "../../src/fleet-api/http/redactor.ts";
import { cases } from "../properties.ts";
import { encodingsOf } from "../secret-forms.ts";

const SECRET = 'S3cr/et+"\\Wört=';

function redactorFor(...secrets: readonly string[]) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

describe("S2 a secret in a text", () => {
  const redactor = redactorFor("another-secret-1234", SECRET);

  it.each(Object.entries(encodingsOf(SECRET)))("a secret in a text is replaced: %s", (_, form) => {
    const clean = redactor.redact(`before ${form} after`);
    expect(clean).not.toContain(form);
    expect(clean).toMatch(/^before .{0,4}\*\*\*.{0,4} after$/);
    expect(redactor.redact(form)).toBe(REDACTED);
  });

  it("a secret that a JSON body holds as text is replaced, and the body is the same otherwise", () => {
    const body = JSON.stringify({ plate: SECRET, note: `ÆØÅ ${SECRET}`, city: "København" });
    expect(JSON.parse(redactor.redact(body))).toEqual({
      plate: REDACTED,
      note: `ÆØÅ ${REDACTED}`,
      city: "København",
    });
  });

  it("a secret shorter than six characters is too common to be replaced", () => {
    expect(redactorFor("AB123").redact("AB123")).toBe("AB123");
    expect(redactorFor("AB1234").redact("AB1234")).toBe("***");
  });

  it("a secret is replaced where a library encodes more characters of a URL than others", () => {
    expect(redactorFor("it's(a)*test~!").redact("x=it%27s%28a%29%2Atest%7E%21&y")).toBe("x=***&y");
  });

  it("a text of one character repeated does not make the search for a secret slow", () => {
    const token = "a".repeat(16_000);
    const almost = `${"a".repeat(200)}b`.repeat(10_000);
    expect(redactorFor(token).redact(almost)).toBe(almost);
  });
});

describe("S2 a secret whose characters a writer escapes", () => {
  /** But for those that begin an escape, which nobody who escapes others writes as they are. */
  const CHARACTERS = "abcXYZ019+/=<>\"'-_.~ö€😀";
  const jsonUnits = (character: string) =>
    [...Array(character.length).keys()].map(
      (at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0").toUpperCase()}`,
    );
  const WRITERS: Readonly<Record<string, (character: string) => string>> = {
    "JSON units": (character) => jsonUnits(character).join(""),
    "JSON units in lower case": (character) => jsonUnits(character).join("").toLowerCase(),
    percent: (character) =>
      [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    "HTML, decimal": (character) => `&#${character.codePointAt(0)};`,
    "HTML, hexadecimal": (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
    ".NET": (character) => (/[+&<>'"\\%]/.test(character) ? jsonUnits(character).join("") : character),
    names: (character) =>
      ({ "+": "&plus;", "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "/": "&sol;" })[
        character
      ] ?? character,
  };

  it.each(Object.entries(WRITERS))("a secret is replaced, all else stays: %s", (_, write) => {
    for (const secret of ["s3cret/with+signs==", "a+b&c<d>e", "Wört€😀x%41y", '"quo\\ted"']) {
      const written = [...secret].map(write).join("");
      const again = [...written].map(write).join("");
      const { redact } = redactorFor(secret);
      expect(redact(`{"a":"x &amp; %41 \\u00d8${written}\\u00d8 y"}`)).toBe('{"a":"x &amp; %41 \\u00d8***\\u00d8 y"}');
      expect(redact(`<${again}> ${again}`)).toBe("<***> ***");
    }
  });

  it("a secret is replaced, whichever of its characters are escaped how, once or twice", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...CHARACTERS), { minLength: 6, maxLength: 40 }),
        fc.array(fc.tuple(fc.constantFrom("", ...Object.keys(WRITERS)), fc.constantFrom("", "JSON units", "percent"))),
        (characters, choices) => {
          const secret = characters.join("");
          const written = characters.map((character, at) => {
            const [first = "", second = ""] = choices[at] ?? [];
            const once = WRITERS[first]?.(character) ?? character;
            return [...once].map((one) => WRITERS[second]?.(one) ?? one).join("");
          });
          const text = `plate: ${written.join("")}; note: none`;
          expect(redactorFor(secret).redact(text)).toMatch(/^plate: .{0,2}\*\*\*.{0,2}; note: none$/s);
        },
      ),
      { numRuns: cases(2_000) },
    );
  });

  it("a secret that begins before a million characters and ends behind them is replaced, and so is each of many", () => {
    const { redact } = redactorFor("s3cret/with+signs==");
    const form = "s3cret\\/with\\u002Bsigns==";
    for (const before of [1_048_570, 1_048_575, 1_048_576, 1_048_577])
      expect(redact(`${"ö".repeat(before)}${form}😀`)).toBe(`${"ö".repeat(before)}***😀`);
    expect(redact(`😀${form}`.repeat(100_000))).toBe("😀***".repeat(100_000));
    const text = "\\u00d8 &amp; 100% 😀".repeat(100_000);
    expect(redact(text)).toBe(text);
  });
});
