import type { DeleteParameter } from "../../allowlist/index.ts";
import { type BehaviourSwitch, boolean, count, limit, name, oneOf, splitWords, words } from "./switch.ts";

/** Plates that match `plates` (a mask: `*` is any text, all else is literal) are answered with a failure entry. */
interface Rejection {
  readonly plates: string;
  readonly error: string;
}

/** The most requests in each window of `seconds`; the next is a 429 with `Retry-After`. */
interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Characters left by the normaliser `truncate`; the most that a predecessor of the interface accepted. */
const TRUNCATED_PLATE_LENGTH = 10;

/** The ways in which a server may rewrite plates before it stores them. */
export const NORMALISERS = {
  upper: (text: string) => text.toUpperCase(),
  "strip-spaces": (text: string) => text.replaceAll(" ", ""),
  "strip-hyphens": (text: string) => text.replaceAll("-", ""),
  truncate: (text: string) => [...text].slice(0, TRUNCATED_PLATE_LENGTH).join(""),
  "zero-for-o": (text: string) => text.replaceAll("O", "0"),
};
type Normaliser = keyof typeof NORMALISERS;
const isNormaliser = (word: string): word is Normaliser => Object.hasOwn(NORMALISERS, word);

/**
 * Every point that the interface document leaves open ("not shown"), as a switch by its name. The usual values are the likeliest
 * server, and the settings that `fleet.yaml` assumes.
 */
export const BEHAVIOUR_SWITCHES = {
  /** Names of the page index and page size parameters; unknown parameters are ignored. */
  pageParam: name("page"),
  sizeParam: name("size"),
  /** The index of the first page in requests. */
  firstPage: oneOf(0, 1),
  /** What a server that counts from 1 answers to page 0: the first page, or a refusal. */
  pageZero: oneOf("first", 400, 404, 422),
  defaultPageSize: count(20),
  /** Largest page of a car list. Users and billing records have 1,000, as documented. */
  maxCarPageSize: count(1000),
  /** What happens to a larger size: served smaller, or 422. */
  oversize: oneOf("clamp", "refuse"),
  /**
   * `page.number` and `page.size` say what was served (the number counted from 0, or as requests count it), repeat what was
   * asked, or are absent.
   */
  pageEcho: oneOf("served", "numbered", "asked", "none"),
  /** What a page after the last one is: empty, the last page again, or an error. */
  pastTheEnd: oneOf("empty", "last", 400, 404, 422, 500),
  /** `unstable` gives every request its own order, so pages overlap and leave gaps. */
  listOrder: oneOf("inserted", "newest-first", "sorted", "unstable"),
  /** Whether an account's cars can be listed, or the status that says not. */
  accountCars: oneOf("offered", 404, 405, 501),
  accountCarItem: oneOf("object", "string"),
  /** How many cars, the first ones of a car list, come in two equal rows, the second at its end. */
  duplicateRows: count(0, 0),
  accountsList: oneOf("array", "page", 404, 405, 501),
  accountIdField: oneOf("baId", "id"),
  fleetList: oneOf("array", "page"),
  /** How plates travel in deletes; `false`: 405. */
  globalDelete: deletes("ln"),
  accountDelete: deletes("licenseNumbers"),
  /** A delete that names no car where the server looks for it: 422, or 204 having deleted nothing, or everything. */
  deleteWithoutCars: oneOf("refuse", "nothing", "everything"),
  /** Status when every car was added or deleted; 200 comes with an empty `failures`. */
  successStatus: oneOf(204, 200),
  /** Adding a car that is there: takes the new features, changes nothing, or is a failure entry. */
  duplicateAdd: oneOf("update", "ignore", "failure"),
  /** Deleting a car that is not there: fine, a failure entry, or 404 for the whole request. */
  absentDelete: oneOf("accept", "failure", "not-found"),
  /** The language of the words for a car that is listed already or not listed, and what they say of the plate. */
  words: oneOf("en", "de", "sv"),
  plateInWords: oneOf("none", "sent", "stored"),
  /** Whether an added car without `features` makes the request a 422. */
  featuresRequired: boolean(),
  /** Applied in this order to plates in adds and deletes; the list holds the result. */
  normalise: normalisers(),
  rejections: rejections({ plates: "REJECT*", error: "License number is refused by the sandbox" }),
  /** Most cars in one add or delete; more is a 413. */
  maxCarsPerRequest: limit(),
  /** Most bytes of a request line with its headers; more is a 431. */
  maxHeadBytes: count(8192),
  rateLimit: rateLimit(),
  /** Paths that these begin with are closed to the client: 403. */
  forbidden: words("PATH", []),
  /** Seconds from login to expiry. */
  tokenLifetime: count(3600),
  /** Milliseconds until a write shows in the lists. */
  replicaLag: count(0, 0),
  /** Writes are confirmed and not done. */
  confirmWithoutDoing: boolean(),
  userCarParam: name("licenseNumber"),
  requiredUserFields: words("FIELD", ["firstName", "lastName", "email", "phoneNumber"]),
  fromDateParam: name("fromDate"),
  toDateParam: name("toDate"),
  datesRequired: boolean(),
};

type Switches = typeof BEHAVIOUR_SWITCHES;

/** What a sandbox does at each of those points. */
export type SandboxBehaviour = { readonly [Key in keyof Switches]: Switches[Key]["usual"] };

/** What the sandbox does unless told otherwise. */
export const DEFAULT_BEHAVIOUR: SandboxBehaviour = Object.fromEntries(
  Object.entries(BEHAVIOUR_SWITCHES).map(([key, { usual }]): readonly unknown[] => [key, usual]),
);

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

/** What a `KEY=VALUE` says, or what is wrong with it. */
export type SwitchReading =
  | { readonly kind: "behaviour"; readonly behaviour: Partial<SandboxBehaviour> }
  | { readonly kind: "unknown-key"; readonly key: string; readonly known: readonly string[] }
  | { readonly kind: "wrong-value"; readonly key: string; readonly values: string };

/** Reads one `KEY=VALUE`. */
export function readSwitch(text: string): SwitchReading {
  const [key = ""] = text.split("=", 1);
  if (!isName(key)) return { kind: "unknown-key", key, known: Object.keys(BEHAVIOUR_SWITCHES) };
  const { values, read } = BEHAVIOUR_SWITCHES[key];
  const value = text.includes("=") ? read(text.slice(key.length + 1)) : undefined;
  return value === undefined
    ? { kind: "wrong-value", key, values }
    : { kind: "behaviour", behaviour: { [key]: value } };
}

function isName(key: string): key is keyof Switches {
  return Object.hasOwn(BEHAVIOUR_SWITCHES, key);
}

function deletes(name: string): BehaviourSwitch<DeleteParameter | false> {
  const read = (text: string): DeleteParameter | false | undefined => {
    if (text === "false") return false;
    if (text === "array") return { in: "body", shape: "array" };
    const match = /^(query|body):([A-Za-z0-9_.~-]{1,64})$/.exec(text);
    const place = match?.[1] === "query" ? "query" : "body";
    return match?.[2] === undefined ? undefined : { in: place, name: match[2] };
  };
  return { usual: { in: "query", name }, values: "query:NAME, body:NAME, array, false", read };
}

function normalisers(): BehaviourSwitch<readonly Normaliser[]> {
  const read = (text: string) => {
    const steps = splitWords(text);
    return steps.every(isNormaliser) ? steps : undefined;
  };
  return { usual: [], values: `none, or several of ${Object.keys(NORMALISERS).join(", ")}`, read };
}

function rejections(usual: Rejection): BehaviourSwitch<readonly Rejection[]> {
  const read = (text: string) => {
    if (text === "none") return [];
    const [, plates, error] = /^([^:]+):(.+)$/.exec(text) ?? [];
    return plates === undefined || error === undefined ? undefined : [{ plates, error }];
  };
  return { usual: [usual], values: "none, MASK:WORDS", read };
}

function rateLimit(): BehaviourSwitch<RateLimit | false> {
  const read = (text: string) => {
    if (text === "false") return false;
    const [, requests, seconds = "1"] = /^([1-9][0-9]{0,8})(?:\/([1-9][0-9]{0,5}))?$/.exec(text) ?? [];
    return requests === undefined ? undefined : { requests: Number(requests), seconds: Number(seconds) };
  };
  return { usual: false, values: "REQUESTS (a second), REQUESTS/SECONDS, false", read };
}

/** The words for a car that an add finds on the list, or a delete does not; `{}` is the plate with a blank before it, or nothing. */
export const REFUSALS = {
  en: { alreadyListed: "License number{} is already on the list", notListed: "License number{} is not on the list" },
  de: {
    alreadyListed: "Das Kennzeichen{} ist bereits eingetragen",
    notListed: "Das Kennzeichen{} ist nicht eingetragen",
  },
  sv: {
    alreadyListed: "Registreringsnumret{} finns redan på listan",
    notListed: "Registreringsnumret{} finns inte på listan",
  },
} satisfies Record<SandboxBehaviour["words"], object>;
