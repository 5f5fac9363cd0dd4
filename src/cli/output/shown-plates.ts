import { createPlateView, FULL_PLATES, hashedWith, masked, type PlateView } from "../../render/index.ts";
import { PLATE_MODES } from "../definitions/spec.ts";
import { readSecretFile, type Variables } from "../process/environment.ts";
import { wrongInput } from "../process/failure.ts";

/** There are few plates: anyone who knows or guesses the key can try them all. */
const SHORTEST_KEY = 16;

/** How to show plates: by the option, else by PLATECTL_PLATES. Throws a `CommandFailure` (3). */
export function choosePlates(option: string | undefined, env: Variables): PlateView {
  switch (modeOf(option ?? env["PLATECTL_PLATES"] ?? "")) {
    case "full":
      return FULL_PLATES;
    case "masked":
      return maskedPlates();
    case "hashed":
      return createPlateView(hashedWith(keyOf(env)));
  }
}

/** Hides plates without a key. */
export function maskedPlates(): PlateView {
  return createPlateView(masked);
}

function modeOf(text: string): (typeof PLATE_MODES)[number] {
  const mode = text === "" ? "full" : PLATE_MODES.find((one) => one === text);
  if (mode !== undefined) return mode;
  throw wrongInput(`Plates are shown full, masked or hashed (--plates, PLATECTL_PLATES), not ${JSON.stringify(text)}`);
}

function keyOf(env: Variables): string {
  const file = env["PLATECTL_PLATES_KEY_FILE"];
  const inline = env["PLATECTL_PLATES_KEY"];
  const problems: string[] = [];
  if (inline && file) problems.push("PLATECTL_PLATES_KEY and PLATECTL_PLATES_KEY_FILE are both set; unset one of them");
  const key =
    problems.length > 0
      ? undefined
      : inline || (file ? readSecretFile("PLATECTL_PLATES_KEY_FILE", file, problems) : undefined);
  if (key !== undefined && key.length >= SHORTEST_KEY) return key;
  const [problem] = problems;
  const why =
    problem ??
    (key === undefined
      ? "set PLATECTL_PLATES_KEY, or PLATECTL_PLATES_KEY_FILE"
      : `the key has fewer than ${SHORTEST_KEY} characters; generate one with \`openssl rand -hex 32\``);
  throw wrongInput(`Hashed plates need a key: ${why}`);
}
