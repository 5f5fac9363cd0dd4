import { bytesOf, escapeFinder, textOfBytes, type Unescaped, unescaped } from "./escapes.ts";

const SHORTEST_SECRET = 6;

/** What takes the place of a secret. */
export const REDACTED = "***";

/** Takes secrets out of what came from elsewhere: a server may repeat what it was sent. SECURITY.md lists the forms. */
export interface Redactor {
  /** From now on this text is secret too. */
  add(secret: string): void;
  /** The text with every secret replaced by `***`, upper and lower case alike; the text itself when it holds none. */
  redact(text: string): string;
}

/** What is looked for, in texts with a character for each byte. */
interface Secrets {
  /** In lower case. */
  readonly forms: readonly string[];
  /** How one of them begins: found in a twentieth of the time that looking for all of it takes. */
  readonly heads: RegExp;
  /** Whether any text may hold one of them with escapes in it. */
  readonly mayBeEscaped: (text: string) => boolean;
  readonly longest: number;
}

/** Knows no secret yet. Texts shorter than six characters are too common to be replaced. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  let secrets: Secrets | undefined;
  return {
    add(secret) {
      if (secret.length < SHORTEST_SECRET || known.has(secret)) return;
      known.add(secret);
      secrets = secretsOf([...known]);
    },
    redact: (text) => {
      if (!secrets || !(secrets.heads.test(text) || secrets.mayBeEscaped(text))) return text;
      return withoutSecrets(text, secrets);
    },
  };
}

function secretsOf(known: readonly string[]): Secrets {
  // A blank is a plus in a form. A secret that looks like an escape is read as one, too.
  const forms = known.flatMap((secret) => [bytesOf(secret), bytesOf(secret.replaceAll(" ", "+"))]);
  const all = forms.flatMap((form) => layersOf(form).map(({ text }) => text));
  const searched = all.filter(({ length }) => length >= SHORTEST_SECRET).map((form) => form.toLowerCase());
  const isAscii = known.every((secret) => bytesOf(secret) === secret);
  return {
    forms: [...new Set(searched)],
    // As it is in any text, and in one with a character for each byte.
    heads: new RegExp(
      [...new Set([...known.map((secret) => secret.toLowerCase()), ...searched].map(headOf))].join("|"),
      "i",
    ),
    mayBeEscaped: isAscii ? escapeFinder(searched) : (text) => /[\\%&]/.test(text),
    longest: Math.max(...searched.map(({ length }) => length)),
  };
}

/** No longer, so that no text makes the search slow. */
const HEAD_LENGTH = 16;

function headOf(form: string): string {
  return form.slice(0, HEAD_LENGTH).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** How often a text may have been escaped. */
const MOST_LAYERS = 4;

/** A text, and what it is with its escapes replaced, time after time; each place is told as one of the text itself. */
function layersOf(bytes: string): readonly Unescaped[] {
  const layers: Unescaped[] = [{ text: bytes, placeBefore: (place) => place }];
  for (const { text, placeBefore } of layers) {
    const next = layers.length <= MOST_LAYERS ? unescaped(text) : undefined;
    if (next) layers.push({ text: next.text, placeBefore: (place) => placeBefore(next.placeBefore(place)) });
  }
  return layers;
}

/** How much of a text is looked through at once, in characters: copies of all of a long one would take too much memory. */
const PIECE = 1024 * 1024;

/** How many characters may be written for one of a secret. */
const LONGEST_ESCAPE = 16;

function withoutSecrets(text: string, secrets: Secrets): string {
  const clean: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = wholeUpTo(text, from + PIECE);
    const piece = text.slice(from, end);
    // A secret may begin here and end behind it.
    const behind = bytesOf(text.slice(end, wholeUpTo(text, end + secrets.longest * LONGEST_ESCAPE)));
    const bytes = bytesOf(piece);
    const found = secretsIn(bytes + behind, secrets).filter(([start]) => start < bytes.length);
    let done = 0;
    const parts = found.map(([start, over]) => {
      const part = bytes.slice(done, start);
      done = over;
      return part;
    });
    clean.push(found.length === 0 ? piece : textOfBytes([...parts, bytes.slice(done)].join(REDACTED)));
    from = end + textOfBytes(behind.slice(0, Math.max(0, done - bytes.length))).length;
  }
  return clean.join("");
}

// Not between the halves of a character.
function wholeUpTo(text: string, end: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(end)) ? end + 1 : end;
}

/** Where secrets are in a text, in their order; those that overlap as one. */
function secretsIn(bytes: string, { forms, heads }: Secrets): readonly (readonly [start: number, end: number])[] {
  const found: [number, number][] = [];
  for (const { text, placeBefore } of layersOf(bytes)) {
    const lower = heads.test(text) ? text.toLowerCase() : "";
    for (const form of lower === "" ? [] : forms) {
      for (let at = lower.indexOf(form); at >= 0; at = lower.indexOf(form, at + form.length))
        found.push([placeBefore(at), placeBefore(at + form.length)]);
    }
  }
  const merged: [number, number][] = [];
  for (const [start, end] of found.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
