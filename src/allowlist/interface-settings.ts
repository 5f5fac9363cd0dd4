/** How plates travel in a delete: repeated query parameters, or a JSON body with one array field. */
export interface DeleteParameter {
  readonly in: "query" | "body";
  readonly name: string;
}

/** What the interface document leaves open, as settings. Names follow `interface:` in the fleet file. */
export interface InterfaceSettings {
  readonly pageSize: number;
  readonly pageParam: string;
  readonly sizeParam: string;
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
}

/** What holds where the fleet file says nothing. */
export const DEFAULT_INTERFACE: InterfaceSettings = {
  pageSize: 1000,
  pageParam: "page",
  sizeParam: "size",
  batchSize: 500,
  requestHeadBytes: 6000,
  globalDelete: { in: "query", name: "ln" },
  accountDelete: { in: "query", name: "licenseNumbers" },
  accountList: "auto",
  fromDateParam: "fromDate",
  toDateParam: "toDate",
  userCarParam: "licenseNumber",
  foldLookalikes: false,
};
