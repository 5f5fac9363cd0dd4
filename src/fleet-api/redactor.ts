const SHORTEST_SECRET = 6;

/** Takes secrets out of text that came from elsewhere: a server may echo what it was sent. */
export interface Redactor {
  /** From now on this text is secret too. */
  add(secret: string): void;
  /** The text with every secret, in its usual encodings, replaced by `***`. */
  redact(text: string): string;
}

/** Knows no secret yet. Texts shorter than six characters are too common to be replaced. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  return {
    add(secret) {
      if (secret.length < SHORTEST_SECRET) return;
      for (const form of formsOf(secret)) known.add(form);
    },
    redact(text) {
      let clean = text;
      for (const form of known) clean = clean.replaceAll(form, "***");
      return clean;
    },
  };
}

function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64");
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
  ];
  return forms.sort((left, right) => right.length - left.length);
}
