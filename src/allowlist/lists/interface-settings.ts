/** How plates travel in a delete: repeated query parameters, a JSON body with one array field, or a body that is the array. */
export type DeleteParameter =
  | { readonly in: "query" | "body"; readonly name: string }
  | { readonly in: "body"; readonly shape: "array" };

/** Masks for the words with which a server refuses one car (`failures[].error`); see `matchesWords`. */
export interface FailureWords {
  /** Words that say that an added car is on the list already. */
  readonly alreadyListed: readonly string[];
  /** Words that say that a deleted car is not on the list. */
  readonly notListed: readonly string[];
}

/** What the interface document leaves open, as settings. Names follow `interface:` in the fleet file. */
export interface InterfaceSettings {
  readonly pageSize: number;
  readonly pageParam: string;
  readonly sizeParam: string;
  /** What the first page is called in requests and answers; the interface document says 0. */
  readonly firstPage: 0 | 1;
  /** Most cars in one request body. */
  readonly batchSize: number;
  /** Most bytes of a request line with its headers; common servers refuse above 8,192. */
  readonly requestHeadBytes: number;
  /** `false`: the global list takes no deletes; they are shown as blocked. */
  readonly globalDelete: DeleteParameter | false;
  readonly accountDelete: DeleteParameter;
  /** Whether an account's cars can be listed; `auto` tries. */
  readonly accountList: "auto" | boolean;
  readonly fromDateParam: string;
  readonly toDateParam: string;
  readonly userCarParam: string;
  readonly foldLookalikes: boolean;
  readonly failures: FailureWords;
}

/** What holds where the fleet file says nothing. */
export const DEFAULT_INTERFACE: InterfaceSettings = {
  pageSize: 1000,
  pageParam: "page",
  sizeParam: "size",
  firstPage: 0,
  batchSize: 500,
  requestHeadBytes: 6000,
  globalDelete: { in: "query", name: "ln" },
  accountDelete: { in: "query", name: "licenseNumbers" },
  accountList: "auto",
  fromDateParam: "fromDate",
  toDateParam: "toDate",
  userCarParam: "licenseNumber",
  foldLookalikes: false,
  failures: { alreadyListed: [], notListed: [] },
};
