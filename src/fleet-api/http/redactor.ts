const SHORTEST_SECRET = 6;

/** What stands in place of a secret. */
export const REDACTED = "***";

/** Takes secrets out of what came from elsewhere: a server may repeat what it was sent. SECURITY.md lists the forms. */
export interface Redactor {
  /** From now on this text is secret too. */
  add(secret: string): void;
  /** The text with every secret replaced by `***`, upper and lower case alike. */
  redact(text: string): string;
  /** The same for a body in UTF-8; the body itself when it holds no secret. */
  redactBody(body: Buffer): Buffer;
}

/** Knows no secret yet. Texts shorter than six characters are too common to be replaced. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  let forms: readonly string[] = [];
  const redactBody = (body: Buffer): Buffer => {
    // A character for each byte, so that lower case is as long as the text, and what is not UTF-8 stays as it is.
    let text = body.toString("latin1");
    let lower = text.toLowerCase();
    let isClean = true;
    for (const form of forms) {
      if (!lower.includes(form)) continue;
      text = replaced(text, lower, form);
      lower = text.toLowerCase();
      isClean = false;
    }
    return isClean ? body : Buffer.from(text, "latin1");
  };
  return {
    add(secret) {
      if (secret.length < SHORTEST_SECRET || known.has(secret)) return;
      known.add(secret);
      forms = [...new Set([...known].flatMap(formsOf).map(searched))].sort((a, b) => b.length - a.length);
    },
    redact: (text) => redactBody(Buffer.from(text)).toString(),
    redactBody,
  };
}

/** As it is, in a URL, and in a JSON text. */
function formsOf(secret: string): string[] {
  const url = encodeURIComponent(secret);
  // RFC 3986 lets these be encoded too, and many libraries do.
  const wholly = url.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const json = JSON.stringify(secret).slice(1, -1);
  // PHP writes a slash so.
  return [secret, url, wholly, json, json.replaceAll("/", "\\/")];
}

function searched(form: string): string {
  return Buffer.from(form).toString("latin1").toLowerCase();
}

function replaced(text: string, lower: string, form: string): string {
  let at = 0;
  const parts = lower.split(form).map(({ length }) => {
    const part = text.slice(at, at + length);
    at += length + form.length;
    return part;
  });
  return parts.join(REDACTED);
}
