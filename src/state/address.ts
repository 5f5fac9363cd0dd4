/** Where the state lies: a file, or a branch of the surrounding git repository. */
export type StateAddress =
  | { readonly kind: "file"; readonly path: string }
  /** Without a remote the branch stays in the local repository. */
  | { readonly kind: "git"; readonly branch: string; readonly remote?: string };

/** Where the state lies when nobody says otherwise. */
export const DEFAULT_STATE_ADDRESS = "file:.platectl/state.jsonl";

/** Why a text is no state address, for people. */
export interface AddressProblem {
  readonly kind: "problem";
  readonly message: string;
}

// Stricter than git check-ref-format: neither part can be read as an option, a path or a URL by git.
const BRANCH = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]|[./](?![./]|$))*$/;
const REMOTE = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const CONTROL = /\p{Cc}/u;

/** Reads `file:PATH` or `git:BRANCH[@REMOTE]`. */
export function parseStateAddress(text: string): StateAddress | AddressProblem {
  if (text.startsWith("file:")) return parseFile(text.slice("file:".length));
  if (text.startsWith("git:")) return parseGit(text.slice("git:".length));
  return problem(`The state address ${quote(text)} has no scheme. Write file:PATH or git:BRANCH[@REMOTE].`);
}

function parseFile(path: string): StateAddress | AddressProblem {
  if (path === "" || /[/\\]$/.test(path))
    return problem(`The state address needs a file name: ${DEFAULT_STATE_ADDRESS}.`);
  if (CONTROL.test(path)) return problem("The path of the state address holds a control character.");
  return { kind: "file", path };
}

function parseGit(text: string): StateAddress | AddressProblem {
  const at = text.lastIndexOf("@");
  const branch = at < 0 ? text : text.slice(0, at);
  if (!BRANCH.test(branch) || branch.split("/").some((part) => part.endsWith(".lock"))) {
    return problem(`${quote(branch)} is no branch name for the state. Write for example git:platectl-state@origin.`);
  }
  if (at < 0) return { kind: "git", branch };
  const remote = text.slice(at + 1);
  if (!REMOTE.test(remote)) {
    return problem(`${quote(remote)} is no name of a git remote. Write for example git:${branch}@origin.`);
  }
  return { kind: "git", branch, remote };
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}

function problem(message: string): AddressProblem {
  return { kind: "problem", message };
}
