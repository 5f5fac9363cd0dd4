import { fileStores } from "./stores/file/file-address.ts";
import { gitStores } from "./stores/git/git-store.ts";
import {
  type AddressProblem,
  addressProblem,
  type JournalStore,
  quoteAddress,
  type StoreKind,
  type StoreWorld,
} from "./stores/journal-store.ts";
import { postgresStores } from "./stores/postgres/postgres-store.ts";

/** Every kind of store by the scheme of its addresses. A new kind is a folder of its own and an entry here. */
const STORES = { file: fileStores, git: gitStores, postgres: postgresStores };

type Scheme = keyof typeof STORES;
type AddressOf<One extends Scheme> = { [Kind in One]: Parameters<(typeof STORES)[Kind]["open"]>[0] }[One];

/** Where the state is kept. */
export type StateAddress = AddressOf<Scheme>;

const KINDS: { readonly [Kind in Scheme]: StoreKind<AddressOf<Kind>> } = STORES;

/** Where the state is kept when nobody says otherwise. */
export const DEFAULT_STATE_ADDRESS = "file:.platectl/state.jsonl";

/** Reads an address such as `file:PATH`, `git:BRANCH[@REMOTE]` or `postgres://HOST/DATABASE`. A problem names no password. */
export function parseStateAddress(address: string): StateAddress | AddressProblem {
  const text = address.replace(/^postgresql:/, "postgres:");
  for (const [scheme, kind] of Object.entries(KINDS)) {
    if (text.startsWith(`${scheme}:`)) return kind.parse(text.slice(scheme.length + 1));
  }
  const forms = Object.values(KINDS).map(({ syntax }) => syntax);
  return addressProblem(`The state address ${quoteAddress(text)} is of an unknown kind. Write ${forms.join(" or ")}.`);
}

/** Opens the journal at an address. Touches nothing until a method is called. */
export function openJournal<One extends Scheme>(
  address: AddressOf<One> & { readonly kind: One },
  world: StoreWorld,
): JournalStore {
  return KINDS[address.kind].open(address, world);
}
