/** The forms of a secret that SECURITY.md promises to take out of a server's answers, by name. */
export function encodingsOf(secret: string): Readonly<Record<string, string>> {
  const json = JSON.stringify(secret).slice(1, -1);
  return { ...textsOf(secret), "JSON-escaped": json, "JSON-escaped with slashes": json.replaceAll("/", "\\/") };
}

/** Those that may be the text of a field of a JSON answer. */
export function textsOf(secret: string): Readonly<Record<string, string>> {
  return {
    raw: secret,
    "in upper case": secret.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    "in lower case": secret.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    "URL-encoded": encodeURIComponent(secret),
    "URL-encoded in lower case": encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
  };
}
