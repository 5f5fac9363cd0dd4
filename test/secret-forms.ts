/** The forms of a secret that SECURITY.md promises to take out of a server's answers, by name. */
export function encodingsOf(secret: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(secret);
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const forms = {
    raw: secret,
    "in upper case": secret.toUpperCase(),
    "in lower case": secret.toLowerCase(),
    "URL-encoded": encodeURIComponent(secret),
    "URL-encoded in lower case": encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
    "JSON-escaped": JSON.stringify(secret).slice(1, -1),
    hex: bytes.toString("hex"),
    "hex in upper case": bytes.toString("hex").toUpperCase(),
    base64: base64(secret),
    "base64 without padding": base64(secret).replace(/=+$/, ""),
    base64url: bytes.toString("base64url"),
  };
  // What comes before moves the secret against the groups of three bytes; what depends on it is not the secret's own.
  const within = ["x:", "xy:", "xyz:"].map((user) => [
    `base64 of ${user}secret`,
    base64(`${user}${secret}`).slice(
      Math.ceil((user.length * 8) / 6),
      Math.floor(((user.length + bytes.length) * 8) / 6),
    ),
  ]);
  return { ...forms, ...Object.fromEntries(within) };
}
