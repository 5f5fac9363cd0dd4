import { isUtf8 } from "node:buffer";
import { createReplace, type Replace } from "./byte-search.ts";

const SHORTEST_SECRET = 6;

/** What stands in place of a secret. */
export const REDACTED = "***";

/** Takes secrets out of what came from elsewhere: a server may repeat what it was sent. SECURITY.md lists the encodings. */
export interface Redactor {
  /** From now on this text is secret too. */
  add(secret: string): void;
  /** The text with every secret replaced by `***`. */
  redact(text: string): string;
  /** The same for a JSON body, where any character may be written as an escape; the body itself when it holds no secret. */
  redactBody(body: Buffer): Buffer;
}

/** Knows no secret yet. Texts shorter than six characters are too common to be replaced. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  const mark = Buffer.from(REDACTED);
  let replace: Replace = () => undefined;
  return {
    add(secret) {
      if (secret.length < SHORTEST_SECRET || known.has(secret)) return;
      known.add(secret);
      replace = createReplace([...known].flatMap(formsOf));
    },
    redact: (text) => replace(Buffer.from(text), mark)?.toString() ?? text,
    redactBody(body) {
      const clean = replace(body, mark);
      const escaped = unescaped(clean ?? body);
      return (escaped && replace(escaped, mark)) ?? clean ?? body;
    },
  };
}

/** Every text that is searched for; upper and lower case of A to Z are the search's business. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const url = encodeURIComponent(secret);
  const forms = [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    url,
    // RFC 3986 lets these be encoded too, and many libraries do.
    url.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    bytes.toString("hex"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    ...base64Forms(bytes),
  ];
  // Once as a JSON text holds it, and once as a JSON text inside of a JSON text does.
  const escaped = forms.map(jsonEscaped);
  return [...forms, ...escaped, ...escaped.map(jsonEscaped)];
}

/**
 * The characters of a base64 text that the secret alone decides, wherever in the encoded bytes it stands: in `user:secret`
 * there are three alignments, by the length of `user:`.
 */
function base64Forms(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), secret]).toString("base64");
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A JSON text that means the same, with printable characters standing for themselves; undefined when they do already. */
function unescaped(body: Buffer): Buffer | undefined {
  if (!(body.includes("\\u") || body.includes("\\/")) || !isUtf8(body)) return undefined;
  const plain = body.toString().replace(/\\(?:u[0-9a-fA-F]{4}|[^u])/g, (written) => {
    if (written === "\\/") return "/";
    const character = written.length > 2 ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : "";
    return character < " " ? written : jsonEscaped(character);
  });
  return Buffer.from(plain);
}
