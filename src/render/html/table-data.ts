/** A column of the table of a page. */
export interface Column {
  /** CSS class; `car` comes first, and is searched in any spelling. */
  readonly id: string;
  readonly label: string;
  /** Whether it has a button for each of its values, where there are a few. */
  readonly filter?: true;
  /** Whether the word (after a sign) is a class that gives its colour. */
  readonly coloured?: true;
  /** Whether it sorts by the number that its cells begin with, the largest first; cells may be several amounts with ` + ` between. */
  readonly number?: true;
  /** Whether a cell is several values with a blank between; amounts sort by the one that is chosen. */
  readonly several?: true;
  /** Whether its cells are sentences, in which what is between backticks is set as code. */
  readonly prose?: true;
  /** Whether it is there for the buttons above the table only. */
  readonly hidden?: true;
}

/** What the rows of a page are. */
export interface RowWord {
  readonly title: string;
  readonly one: string;
  readonly many: string;
  /** Their order, as a clause: `the most expensive first`. */
  readonly order?: string;
}

/** What the script reads; `marks` are the pieces of a cell by row and column, every second one marked. */
export interface PageData {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly marks: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly word: RowWord;
}
