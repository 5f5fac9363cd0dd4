import { EXIT } from "../exit-code.ts";
import { createPlateView, FULL_PLATES, hashedWith, masked, type PlateView } from "../render/index.ts";
import { readSecretFile, type Variables } from "./environment.ts";
import { CommandFailure } from "./failure.ts";
import { PLATE_MODES, type PlateMode } from "./plate-modes.ts";

/** Plates are few: whoever knows the key, or guesses it, can try them all. */
const SHORTEST_KEY = 16;

/** How plates are to be shown, by an option or else by PLATECTL_PLATES. Throws a `CommandFailure` (3). */
export function choosePlates(option: string | undefined, env: Variables): PlateView {
  switch (modeOf(option ?? env["PLATECTL_PLATES"] ?? "")) {
    case "full":
      return FULL_PLATES;
    case "masked":
      return createPlateView(masked);
    case "hashed":
      return createPlateView(hashedWith(keyOf(env)));
  }
}

function modeOf(text: string): PlateMode {
  const mode = text === "" ? "full" : PLATE_MODES.find((one) => one === text);
  if (mode !== undefined) return mode;
  throw new CommandFailure(
    EXIT.input,
    `Plates are shown full, masked or hashed (--plates, PLATECTL_PLATES), not ${JSON.stringify(text)}. Nothing was contacted.`,
  );
}

function keyOf(env: Variables): string {
  const file = env["PLATECTL_PLATES_KEY_FILE"];
  const inline = env["PLATECTL_PLATES_KEY"];
  const problems: string[] = [];
  const key = inline || (file ? readSecretFile("PLATECTL_PLATES_KEY_FILE", file, problems) : undefined);
  if (key !== undefined && key.length >= SHORTEST_KEY) return key;
  const [problem] = problems;
  const why =
    problem ??
    (key === undefined
      ? "set PLATECTL_PLATES_KEY, or PLATECTL_PLATES_KEY_FILE"
      : `the key has fewer than ${SHORTEST_KEY} characters; draw one with \`openssl rand -hex 32\``);
  throw new CommandFailure(EXIT.input, `Hashed plates need a key: ${why}. Nothing was contacted.`);
}
