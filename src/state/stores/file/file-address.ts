import { isAbsolute, join } from "node:path";
import { type AddressProblem, addressProblem, type StoreKind } from "../journal-store.ts";
import { openFileStore } from "./file-store.ts";
import { createNodeDisk } from "./node-disk.ts";

/** A state in a file; relative paths start at the working directory. */
export interface FileAddress {
  readonly kind: "file";
  readonly path: string;
}

const CONTROL = /\p{Cc}/u;

/** `file:PATH`. */
export const fileStores: StoreKind<FileAddress> = {
  syntax: "file:PATH",
  parse,
  open({ path }, { cwd, disk, ...world }) {
    return openFileStore(disk ?? createNodeDisk(), isAbsolute(path) ? path : join(cwd, path), path, world);
  },
};

function parse(path: string): FileAddress | AddressProblem {
  if (path === "" || /[/\\]$/.test(path))
    return addressProblem("The state address needs a file name: file:.platectl/state.jsonl.");
  if (CONTROL.test(path)) return addressProblem("The path of the state address holds a control character.");
  return { kind: "file", path };
}
