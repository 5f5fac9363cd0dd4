import { BOOLEAN, ERROR_MASK, oneOf, PARAMETER_NAME, type ValueKind, wholeNumber } from "../values/value-kinds.ts";
import { oneOfValues } from "../values/value-schemas.ts";
import { listOf, optional, rare, section, value } from "../values/value-shapes.ts";

const FIRST_PAGE: ValueKind<0 | 1> = {
  expectation: "`0` or `1`",
  read: (text) => (text === "0" ? 0 : text === "1" ? 1 : undefined),
  schema: oneOfValues([0, 1]),
  isUnquoted: true,
};
const NO_DELETES: ValueKind<false> = {
  expectation: "a mapping, or `false`",
  read: (text) => (text === "false" ? false : undefined),
  schema: { enum: [false, "false"] },
  isUnquoted: true,
};
const ACCOUNT_LIST: ValueKind<"auto" | boolean> = {
  expectation: "`auto`, `true` or `false`",
  read: (text) => (text === "auto" ? text : BOOLEAN.read(text)),
  schema: oneOfValues(["auto", true, false]),
  isUnquoted: true,
};

const deleteRequest = rare(() =>
  section({
    in: value(oneOf(["query", "body"]), "Whether plates stand in the query or in the body.", "query"),
    name: value(PARAMETER_NAME, "The name of the query parameter, or of the list in the body.", "licenseNumbers"),
  })
    .meta({ title: "A request that deletes cars" })
    .or(
      section({
        in: value(oneOf(["body"]), "The plates stand in the body.", "body"),
        shape: value(oneOf(["array"]), "The body is a JSON array of plates and nothing else.", "array"),
      }),
    ),
);

const errorMasks = () =>
  listOf(value(ERROR_MASK, "A mask for the server's error text: `*` is any text.", '"*already*"'));

/** `interface`: what the interface document leaves open. The defaults fit what is publicly documented. */
export const interfaceShape = rare(
  () =>
    section({
      pageSize: optional(wholeNumber(1, 1000), "How many cars are requested per page.", "1000"),
      pageParam: optional(PARAMETER_NAME, "The query parameter with the number of the page.", "page"),
      sizeParam: optional(PARAMETER_NAME, "The query parameter with the size of the page.", "size"),
      firstPage: optional(FIRST_PAGE, "The number of the first page, in requests and in replies.", "1"),
      batchSize: optional(wholeNumber(1, 100_000), "The most cars in one request body.", "500"),
      requestHeadBytes: optional(
        wholeNumber(1000, 65_536),
        "The most bytes of a request line with its headers, for deletes in the query.",
        "6000",
      ),
      globalDelete: deleteRequest
        .or(value(NO_DELETES, "Deletes are shown as blocked and never sent.", "false"))
        .meta({ description: "How the global list takes deletes, or `false` when it takes none." })
        .exactOptional(),
      accountDelete: deleteRequest.meta({ description: "How an account's list takes deletes." }).exactOptional(),
      accountList: optional(ACCOUNT_LIST, "Whether an account's cars can be listed; `auto` tries.", "auto"),
      fromDateParam: optional(PARAMETER_NAME, "The query parameter with the first day of billing records.", "fromDate"),
      toDateParam: optional(PARAMETER_NAME, "The query parameter with the last day of billing records.", "toDate"),
      userCarParam: optional(
        PARAMETER_NAME,
        "The query parameter with the plate when a car is removed from a parking user.",
        "licenseNumber",
      ),
      foldLookalikes: optional(
        BOOLEAN,
        "Whether Cyrillic and Greek letters that look Latin are read as the Latin ones.",
        "true",
      ),
      feeTypes: errorMasks()
        .meta({ description: "Types of billing records, `TYPE` or `TYPE/SUBTYPE`, that are fees and no parkings." })
        .exactOptional(),
      failures: section({
        alreadyListed: errorMasks()
          .meta({ description: "Error texts that mean: an added car is on the list already." })
          .exactOptional(),
        notListed: errorMasks()
          .meta({ description: "Error texts that mean: a deleted car is not on the list." })
          .exactOptional(),
      })
        .meta({ description: "Error texts of the server, for lists that cannot be read." })
        .exactOptional(),
    }),
  "What the interface document leaves open; `platectl doctor` finds what your server needs.",
);
