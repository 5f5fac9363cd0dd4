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

function keyOf({ PLATECTL_PLATES_KEY: inline, PLATECTL_PLATES_KEY_FILE: file }: Variables): string {
  const problems: string[] = [];
  if (inline && file) problems.push("PLATECTL_PLATES_KEY and PLATECTL_PLATES_KEY_FILE are both set; unset one of them");
  const key = inline || (file && readSecretFile("PLATECTL_PLATES_KEY_FILE", file, problems)) || "";
  if (key === "") problems.push("set PLATECTL_PLATES_KEY, or PLATECTL_PLATES_KEY_FILE");
  else if (key.length < SHORTEST_KEY)
    problems.push(`the key has fewer than ${SHORTEST_KEY} characters; generate one with \`openssl rand -hex 32\``);
  const [problem] = problems;
  if (problem === undefined) return key;
  throw wrongInput(`Hashed plates need a key: ${problem}`);
}
