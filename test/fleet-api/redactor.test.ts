import { describe, expect, it } from "vitest";
import { createRedactor, REDACTED } from "../../src/fleet-api/http/exchange.ts";
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
