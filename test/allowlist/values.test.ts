import { expect } from "vitest";
import * as room from "../../src/allowlist/index.ts";
import { testRows } from "../case-files.ts";

const EXACT = { foldLookalikes: false };
const SPELLINGS = (plates: readonly string[]) => ({
  licenseNumber: plates[0] ?? "",
  plateKey: room.plateKeyOf("AB1", EXACT) ?? ("" as room.PlateKey),
  features: [],
  addedByCustomerCare: false,
  ...(plates.length > 1 && { otherSpellings: plates.slice(1) }),
});

/** What a row is about: a text, and what is asked of it. */
interface Row {
  readonly what: string;
  readonly of: string;
  readonly with?: string;
  readonly texts?: readonly string[];
  readonly number?: number;
  readonly respelled?: readonly room.Respelled[];
  readonly gives: unknown;
}

/** By the names of the tables. */
const ASKED: Readonly<Record<string, (row: Row) => unknown>> = {
  "a foreign text in a message": ({ of }) => room.quoted(of),
  "a long text is cut": ({ of, number }) => room.truncate(of, number),
  "digits in groups": ({ of }) => room.groupDigits(of),
  "a count in words": ({ of, number = 0 }) => room.counted(number, of),
  "texts in the order of their code units": ({ of, with: other = "" }) => room.byCodeUnit(of, other),
  "a pattern matches a text": ({ of, with: text = "" }) => room.matchesWildcards(of, text),
  "an unclear row is known again": ({ of }) => room.foldedText(of),
  "the key of a plate": ({ of, respelled = [] }) => room.plateKeyOf(of, { ...EXACT, respelled }),
  "a word of a choice is a cause": ({ of }) => room.isCause(of as "add"),
  "look-alike letters": ({ of }) => room.lookalikesIn(of),
  "letters of one script": ({ of }) => room.isInOneScript(of),
  "symbols of a plate": ({ of }) => room.symbolsIn(of),
  "a plate at a glance": ({ of }) => room.plateLook(of),
  "latin capitals and digits alone": ({ of }) => room.isSolidPlate(of),
  "a car is spelled so in one of its rows": ({ of, texts = [] }) => room.isSpelledAs(SPELLINGS(texts), of),
  "a server says that an add was done before": ({ of, texts = [] }) =>
    room.saysItIsDone(of as "add", texts, { alreadyListed: ["*already*"], notListed: ["*unknown*"] }),
};

testRows(import.meta.url, (row: Row, table) => {
  const ask = ASKED[table];
  if (!ask) throw new Error(`${table}: no such table`);
  expect(ask(row)).toEqual(row.gives === null ? undefined : row.gives);
});
