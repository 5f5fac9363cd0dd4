import {
  type DesiredEntry,
  formatSource,
  isInOneScript,
  lookalikesIn,
  MAX_PLATE_LENGTH,
  type PlateProblem,
  type PlateRules,
  type Scope,
  symbolsIn,
} from "../../allowlist/index.ts";
import { doubtOfItem, printedAs } from "../../plate-series/index.ts";
import {
  type AboutCar,
  type DiagnosticCollector,
  quoteText,
  showCharacter,
} from "../diagnostics/diagnostic-collector.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS } from "../values/index.ts";

/** Features that a message names. */
const MOST_NAMED = 5;
/** Characters of each of two plates that ran together; a plate in groups has shorter ones. */
const SHORTEST_OF_TWO = 5;
/** A vehicle identification number (ISO 3779). */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/i;

/** All that a file says of a car but its plate; cars may share one. `features` come from a `FeaturePool`. */
export type Particulars = Omit<DesiredEntry, "licenseNumber" | "plateKey" | "source">;

/** A text that is written as a plate, and where. */
export type WrittenPlate = Pick<DesiredEntry, "licenseNumber" | "source">;

/** A car that a fleet file itself names. */
export interface WrittenCar extends WrittenPlate {
  readonly particulars: Particulars;
  /** The fleet file says that it is a plate. */
  readonly isPlate?: boolean;
}

/** How the cars of one list are read. */
export interface CarRules {
  readonly rules: PlateRules;
  /** Their list; undefined for an account without an id. */
  readonly scope: Scope | undefined;
  readonly diagnostics: DiagnosticCollector;
}

/** Reports a text that is not a plate. */
export function reportNotAPlate(car: WrittenPlate, problem: PlateProblem, diagnostics: DiagnosticCollector): void {
  const { message, fix } = explainPlateProblem(car.licenseNumber, problem);
  diagnostics.error("not-a-plate", message, car.source, fix);
}

/** Why the text of a row is not a plate, as the end of a sentence, and what to do. */
export function notAPlateInWords(
  text: string,
  problem: PlateProblem,
): { readonly reason: string; readonly remedy: string } {
  const as = printedAs(text);
  if (as) return { reason: `it is how a ${as} is printed, and not a plate`, remedy: "Type the plate as text." };
  const { why, fix } = plateProblemWords(text, problem);
  return { reason: why, remedy: fix };
}

/** Warns of letters in a plate that are probably not meant. */
export function warnOfLetters(car: WrittenPlate, { rules, scope, diagnostics }: CarRules): void {
  const about = { licenseNumber: car.licenseNumber, scope };
  if (!rules.foldLookalikes) warnOfLookalikes(car, about, diagnostics);
}

/** Warns of other characters that are rarely meant in a plate that a fleet file names. In lists such rows are unclear. */
export function warnOfCharacters(car: WrittenPlate, { scope, diagnostics }: CarRules): void {
  const about = { licenseNumber: car.licenseNumber, scope };
  warnOfSymbols(car, about, diagnostics);
  warnOfTwoPlates(car, about, diagnostics);
}

/**
 * Judges what a fleet file itself names: a day, a number, or a plate with a note is an error, and what is hardly a plate a warning.
 * Says which it is; undefined for most, and for what the file says is a plate.
 */
export function judgeTyped(car: WrittenCar, { scope, diagnostics }: CarRules): "wrong" | "doubtful" | undefined {
  const { licenseNumber, isPlate, source } = car;
  if (isPlate || /^[A-Z]{1,3}[A-Z0-9]{0,7}\d$/.test(licenseNumber)) return undefined;
  const doubt = doubtOfItem(licenseNumber);
  if (doubt) {
    const message = `${quoteText(licenseNumber)} is not a plate: ${doubt}.`;
    const fix = `Write the plate; a note stands after \`#\`. Only if a car has this very plate: \`{ licenseNumber: ${JSON.stringify(licenseNumber)}, isPlate: true }\`.`;
    diagnostics.error("not-a-plate", message, source, fix);
    return "wrong";
  }
  const letters = licenseNumber.replace(/[^\p{L}\p{N}]/gu, "");
  // Those are reported as no plate, or as two.
  const isReported = licenseNumber.length > MAX_PLATE_LENGTH || licenseNumber.includes(" ");
  const what = !/\p{Nd}/u.test(letters)
    ? "has no digit"
    : letters.length > LONGEST && !isReported
      ? "is longer than any plate"
      : "";
  if (what === "")
    return letters.length > LONGEST_USUAL || /^\d{9}/.test(letters) || /\p{Lu}\p{Ll}{3}/u.test(licenseNumber)
      ? "doubtful"
      : undefined;
  const fix = "Write the plate, or remove the entry; `isPlate: true` says that it is one.";
  const message = `${quoteText(licenseNumber)} ${what}; it is kept as written.`;
  diagnostics.warning("unusual-plate", message, source, fix, { licenseNumber, scope });
  return letters.length > LONGEST_WISH || /\p{Ll}/u.test(licenseNumber) ? "doubtful" : undefined;
}

/** Letters and digits: of the longest plate of any country, of nearly all, and of one without a digit. */
const LONGEST = 12;
const LONGEST_USUAL = 10;
const LONGEST_WISH = 8;

/** Warns of a fleet file of which most texts are hardly plates: names or contract numbers were pasted. */
export function warnOfMost(first: WrittenPlate, numbers: string, { diagnostics }: CarRules): void {
  const message = `${numbers} plates that are written here look like names, contract numbers or other things, not like plates: ${quoteText(first.licenseNumber)}.`;
  diagnostics.warning("unusual-plate", message, first.source, "Write the plates of these cars.");
}

/** Reports a plate that is written twice: an error where the values differ, else a warning. */
export function reportRepeatedPlate(
  car: DesiredEntry,
  first: DesiredEntry,
  { scope, diagnostics }: Pick<CarRules, "scope" | "diagnostics">,
): void {
  const { source } = car;
  const about = { licenseNumber: car.licenseNumber, scope };
  const [plate, place] = [quoteText(car.licenseNumber), formatSource(first.source)];
  const sameSpelling = car.licenseNumber === first.licenseNumber;
  const spelling = sameSpelling ? "" : ` as ${quoteText(first.licenseNumber)}`;
  const difference = differenceBetween(car, first);
  if (difference) {
    const message = `The plate ${plate} is also at ${place}${spelling}, with ${difference}.`;
    const latest =
      source.file === first.source.file && isList(source.file)
        ? " `duplicates: latest` takes the row that holds today."
        : "";
    diagnostics.error("conflicting-plate", message, source, `Keep one of the two.${latest}`);
  } else if (sameSpelling) {
    const message = `The plate ${plate} is also at ${place}; it counts once.`;
    diagnostics.warning("duplicate-plate", message, source, "Remove one of the two.", about);
  } else {
    const message = `The plate ${plate} is also at ${place}${spelling}, which is the same car; the first spelling counts.`;
    diagnostics.warning("duplicate-spelling", message, source, "Remove one of the two.", about);
  }
}

function warnOfSymbols(car: WrittenPlate, about: AboutCar, diagnostics: DiagnosticCollector): void {
  const symbols = symbolsIn(car.licenseNumber);
  if (symbols.length === 0) return;
  const named = [...new Set(symbols)].map(showCharacter).join(", ");
  const message = `The plate ${quoteText(car.licenseNumber)} contains ${named}, which is unusual for a plate; it is kept as written.`;
  diagnostics.warning("unusual-plate", message, car.source, "Check it against the registration document.", about);
}

// `[AB12345 CD23456]` is one text to YAML, and as long as a plate may be; each part would be a whole plate.
function warnOfTwoPlates(car: WrittenPlate, about: AboutCar, diagnostics: DiagnosticCollector): void {
  if (!car.licenseNumber.includes(" ")) return;
  const parts = car.licenseNumber.split(" ");
  if (parts.length !== 2 || !parts.every((part) => part.length >= SHORTEST_OF_TWO && /[0-9]/.test(part))) return;
  const message = `${quoteText(car.licenseNumber)} is read as one plate, and looks like two.`;
  diagnostics.warning(
    "unusual-plate",
    message,
    car.source,
    "Write a comma between plates in brackets, or one plate a line.",
    about,
  );
}

// A plate of one script alone is as its country writes it; what was typed in the wrong script has letters of two.
function warnOfLookalikes(car: WrittenPlate, about: AboutCar, diagnostics: DiagnosticCollector): void {
  const letters = lookalikesIn(car.licenseNumber);
  if (letters.length === 0 || isInOneScript(car.licenseNumber)) return;
  const named = [...new Set(letters)].map(showCharacter).join(", ");
  const message = `The plate ${quoteText(car.licenseNumber)} has letters that look Latin but are not: ${named}.`;
  const fix =
    "Type them in Latin letters, unless the server has the plate in this spelling (see `interface.foldLookalikes`).";
  diagnostics.warning("lookalike-letters", message, car.source, fix, about);
}

function namesOf(features: readonly string[]): string {
  const others = features.length > MOST_NAMED ? [`${features.length - MOST_NAMED} more`] : [];
  return `[${[...features.slice(0, MOST_NAMED).map(quoteText), ...others].join(", ")}]`;
}

function isList(file: string): boolean {
  return /\.(?:csv|xlsx|txt)$/i.test(file);
}

function differenceBetween(car: DesiredEntry, first: DesiredEntry): string | undefined {
  const { features } = car;
  if (features.join("\n") !== first.features.join("\n"))
    return `features ${namesOf(first.features)} instead of ${namesOf(features)}`;
  const key = CAR_FIELD_NAMES.find((one) => CAR_FIELDS[one].decidesList && car[one] !== first[one]);
  return key && `${key} ${first[key] ?? "absent"} instead of ${car[key] ?? "absent"}`;
}

function explainPlateProblem(text: string, problem: PlateProblem): { message: string; fix: string } {
  const { why, fix } = plateProblemWords(text, problem);
  return { message: `${quoteText(text)} is not a plate: ${why}.`, fix };
}

function plateProblemWords(text: string, { kind, character }: PlateProblem): { why: string; fix: string } {
  const offender = character === undefined ? "a character" : showCharacter(character);
  const invisible = [
    `it contains the invisible character ${offender}`,
    "Type the plate instead of pasting it.",
  ] as const;
  const one = "Write one plate per entry.";
  const [why, fix] = (
    {
      empty: ["it has no letter or digit", "Write the plate, or remove the entry."],
      "too-long": VIN.test(text)
        ? ["it has the form of a vehicle identification number (VIN)", "Write the plate of this car."]
        : [`it is longer than ${MAX_PLATE_LENGTH} characters`, one],
      "line-break": ["it contains a line break", one],
      control: invisible,
      invisible,
      combining: [
        `it contains the accent ${offender}, which does not combine with its letter`,
        "Type the plate again.",
      ],
      symbol: [`it contains ${offender}`, "Use letters and digits; spaces, hyphens and dots may stand between them."],
      spacing: [
        "it starts or ends with a space or hyphen, or has two spaces in a row",
        `${one.slice(0, -1)}, with single spaces inside.`,
      ],
    } as const satisfies Record<PlateProblem["kind"], readonly [string, string]>
  )[kind];
  return { why, fix };
}
