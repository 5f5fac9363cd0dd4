import type { DeleteParameter } from "../../allowlist/index.ts";
import type { Language } from "./words.ts";

/** In which order a car list is served. `unstable` gives every request its own order, so pages overlap and leave gaps. */
export type ListOrder = "inserted" | "newest-first" | "sorted" | "unstable";

/** One way in which a server rewrites plates before it stores them. `truncate` keeps `TRUNCATED_PLATE_LENGTH` characters. */
export type Normaliser = "upper" | "strip-spaces" | "strip-hyphens" | "truncate" | "zero-for-o";

/** Plates that match `plates` (a mask: `*` is any text, all else stands for itself) are answered with a failure entry. */
export interface Rejection {
  readonly plates: string;
  readonly error: string;
}

/** At most so many requests in each window of `seconds`; the next is a 429 with `Retry-After`. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A status that says that an optional list does not exist. */
export type NotOffered = 404 | 405 | 501;

/** Every point that the interface document leaves open ("not shown"), as a switch. */
export interface SandboxBehaviour {
  /** Names of the page index and page size parameters; unknown parameters are ignored. */
  readonly pageParam: string;
  readonly sizeParam: string;
  /** The index of the first page in requests. */
  readonly firstPage: 0 | 1;
  /** What a server that counts from 1 answers to page 0: the first page, or a refusal. */
  readonly pageZero: "first" | 400 | 404 | 422;
  readonly defaultPageSize: number;
  /** Largest page of a car list. Users and billing records have 1,000, as documented. */
  readonly maxCarPageSize: number;
  /** What happens to a larger size: served smaller, or 422. */
  readonly oversize: "clamp" | "refuse";
  /**
   * `page.number` and `page.size` say what was served (the number counted from 0, or as requests count it), repeat what was
   * asked, or are absent.
   */
  readonly pageEcho: "served" | "numbered" | "asked" | "none";
  /** What a page after the last one is: empty, the last page again, or an error. */
  readonly pastTheEnd: "empty" | "last" | 400 | 404 | 422 | 500;
  /** The content type of answers that are not errors. */
  readonly contentType: "application/json" | "application/hal+json";
  readonly listOrder: ListOrder;
  readonly accountListOrder: ListOrder;
  /** Whether an account's cars can be listed, or the status that says not. */
  readonly accountCars: "offered" | NotOffered;
  readonly accountCarItem: "object" | "string";
  /** Whether rows of the global list have `features`. */
  readonly featuresListed: boolean;
  /** Plates on car lists are padded with blanks to so many characters. */
  readonly platePadding: number;
  /** So many cars, the first ones of a car list, come in two equal rows, the second at its end. */
  readonly duplicateRows: number;
  readonly accountsList: "array" | "page" | NotOffered;
  readonly accountIdField: "baId" | "id";
  readonly fleetList: "array" | "page";
  /** How plates travel in deletes; `false`: 405. */
  readonly globalDelete: DeleteParameter | false;
  readonly accountDelete: DeleteParameter;
  /** A delete that names no car where the server looks for it: 422, or 204 having deleted nothing, or everything. */
  readonly deleteWithoutCars: "refuse" | "nothing" | "everything";
  /** Status when every car was added or deleted; 200 comes with an empty `failures`. */
  readonly successStatus: 204 | 200;
  /** Adding a car that is there: takes the new features, changes nothing, or is a failure entry. */
  readonly duplicateAdd: "update" | "ignore" | "failure";
  /** Deleting a car that is not there: fine, a failure entry, or 404 for the whole request. */
  readonly absentDelete: "accept" | "failure" | "not-found";
  /** The language of the words for a car that is listed already or not listed, and what they say of the plate. */
  readonly words: Language;
  readonly plateInWords: "none" | "sent" | "stored";
  /** Whether an added car without `features` makes the request a 422. */
  readonly featuresRequired: boolean;
  /** Applied in this order to plates in adds and deletes; the list holds the result. */
  readonly normalise: readonly Normaliser[];
  readonly rejections: readonly Rejection[];
  /** Most cars in one add or delete; more is a 413. */
  readonly maxCarsPerRequest: number;
  /** Cars after this many in one request are dropped silently. */
  readonly dropCarsAfter: number;
  /** Most bytes of a request line with its headers; more gets `headRefusal`. */
  readonly maxHeadBytes: number;
  readonly headRefusal: 414 | 431;
  readonly rateLimit: RateLimit | false;
  /** Paths that these begin with are closed to the client: 403. */
  readonly forbidden: readonly string[];
  /** Seconds from login to expiry. */
  readonly tokenLifetime: number;
  /** Milliseconds until a write shows in the lists. */
  readonly replicaLag: number;
  /** Writes are confirmed and not done. */
  readonly confirmWithoutDoing: boolean;
  readonly userCarParam: string;
  readonly requiredUserFields: readonly string[];
  readonly userCreatedStatus: 201 | 200;
  readonly fromDateParam: string;
  readonly toDateParam: string;
  readonly datesRequired: boolean;
}

/** Characters left by the normaliser `truncate`; the most that a predecessor of the interface accepted. */
export const TRUNCATED_PLATE_LENGTH = 10;

/** What the sandbox does unless told otherwise: the likeliest server, and the settings that `fleet.yaml` assumes. */
export const DEFAULT_BEHAVIOUR: SandboxBehaviour = {
  pageParam: "page",
  sizeParam: "size",
  firstPage: 0,
  pageZero: "first",
  defaultPageSize: 20,
  maxCarPageSize: 1000,
  oversize: "clamp",
  pageEcho: "served",
  pastTheEnd: "empty",
  contentType: "application/json",
  listOrder: "inserted",
  accountListOrder: "sorted",
  accountCars: "offered",
  accountCarItem: "object",
  featuresListed: true,
  platePadding: 0,
  duplicateRows: 0,
  accountsList: "array",
  accountIdField: "baId",
  fleetList: "array",
  globalDelete: { in: "query", name: "ln" },
  accountDelete: { in: "query", name: "licenseNumbers" },
  deleteWithoutCars: "refuse",
  successStatus: 204,
  duplicateAdd: "update",
  absentDelete: "accept",
  words: "en",
  plateInWords: "none",
  featuresRequired: false,
  normalise: [],
  rejections: [{ plates: "REJECT*", error: "License number is refused by the sandbox" }],
  maxCarsPerRequest: Number.POSITIVE_INFINITY,
  dropCarsAfter: Number.POSITIVE_INFINITY,
  maxHeadBytes: 8192,
  headRefusal: 431,
  rateLimit: false,
  forbidden: [],
  tokenLifetime: 3600,
  replicaLag: 0,
  confirmWithoutDoing: false,
  userCarParam: "licenseNumber",
  requiredUserFields: ["firstName", "lastName", "email", "phoneNumber"],
  userCreatedStatus: 201,
  fromDateParam: "fromDate",
  toDateParam: "toDate",
  datesRequired: false,
};

/**
 * The interface as its document has it: what the document does not show is not offered, and what it leaves open is answered in
 * the way that a client can count on least. An account's cars cannot be listed, the global list takes no deletes, and a car
 * that is listed already, or not listed, is a failure.
 */
export const AS_DOCUMENTED: Partial<SandboxBehaviour> = {
  accountCars: 404,
  globalDelete: false,
  duplicateAdd: "failure",
  absentDelete: "failure",
  featuresRequired: true,
};
