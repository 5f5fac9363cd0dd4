import type { Diagnostic, PlateKey, Scope, Source } from "../../allowlist/index.ts";
import type { EditedFile, Invalid, OpenFleet, Refused } from "./rewrite.ts";
import type { Splice } from "./text.ts";
import type { NewCar } from "./write-car.ts";

/** What to do with one car. `account` names its list in billing-account mode, `into` the file that gets a new car. */
export type CarEdit =
  | { readonly kind: "add"; readonly car: NewCar; readonly account?: string; readonly into?: string }
  | { readonly kind: "end"; readonly licenseNumber: string; readonly on: string; readonly account?: string }
  | { readonly kind: "remove"; readonly licenseNumber: string; readonly account?: string };

/** What became of an edit. Only `edited` is to be written. */
export type EditResult =
  | {
      readonly kind: "edited";
      readonly change: "added" | "changed" | "removed";
      readonly place: CarPlace;
      readonly file: EditedFile;
      /** What the files are warned of that they were not before. */
      readonly warnings: readonly Diagnostic[];
    }
  /** The files already say so. */
  | { readonly kind: "unchanged"; readonly place: CarPlace; readonly reason: string }
  | Refused
  /** No file has the car; those that are one typing error away. */
  | { readonly kind: "not-found"; readonly near: readonly CarPlace[] }
  | Invalid;

/** Where a car is written, and for which list. */
export interface CarPlace {
  readonly scope: Scope;
  /** The plate as written. */
  readonly licenseNumber: string;
  readonly source: Source;
}

/** The changes of one file's text. */
export interface PlannedEdit {
  readonly kind: "splices";
  readonly path: string;
  readonly text: string;
  readonly splices: readonly Splice[];
  readonly change: "added" | "changed" | "removed";
  readonly scope: Scope;
  readonly plateKey: PlateKey;
  /** Where the car is written now. */
  readonly source?: Source;
}

/** The changes, or the result where there are none. */
export type Decision = PlannedEdit | Exclude<EditResult, { kind: "edited" | "invalid" }>;

/** The text of a list with one plate a line; undefined for every other file. */
export function plateListText({ lists }: OpenFleet, path: string): string | undefined {
  if (!/\.txt$/i.test(path)) return undefined;
  return [...lists.values()].flat().find((file) => file.path === path)?.lines.text;
}
