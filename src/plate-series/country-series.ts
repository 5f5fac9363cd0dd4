/**
 * The series of one country. Each value under `usual` and `rare` is a list of patterns in the notation of `notation.ts`,
 * separated by blanks; its key says what the series is for.
 */
export interface CountrySeries {
  /** ISO 3166-1 alpha-2; XK for Kosovo. */
  readonly country: string;
  /** As in "no Danish series". */
  readonly adjective: string;
  /** What `L` stands for in this country, as ranges and single letters; A-Z without it. */
  readonly letters?: string;
  /** Series that many cars on the road carry. A plate of one of them may make a plate look foreign elsewhere. */
  readonly usual: Readonly<Record<string, string>>;
  /** Diplomats, trailers, mopeds, dealers, the army: valid, but no reason to call a plate foreign. */
  readonly rare: Readonly<Record<string, string>>;
  /** Plates with a text of the owner's choice, where the choice is free. */
  readonly personal?: PersonalPlates;
  /** Public documents and pages that describe the series. */
  readonly sources: readonly string[];
}

/** How long a text of the owner's choice may be, and its letters besides A-Z. */
export interface PersonalPlates {
  readonly shortest: number;
  readonly longest: number;
  readonly letters?: string;
}
