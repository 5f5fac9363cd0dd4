import { type AddressProblem, addressProblem, quoteAddress, type StoreKind } from "../journal-store.ts";
import { gitIn } from "./git-command.ts";
import { openGitStore } from "./git-store.ts";

/** A state on a branch of the repository around the working directory; without a remote, the branch stays local. */
export interface GitAddress {
  readonly kind: "git";
  readonly branch: string;
  readonly remote?: string;
}

// Stricter than git check-ref-format: neither part can be read as an option, a path or a URL by git.
const BRANCH = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]|[./](?![./]|$))*$/;
const REMOTE = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** `git:BRANCH[@REMOTE]`. */
export const gitStores: StoreKind<GitAddress> = {
  syntax: "git:BRANCH[@REMOTE]",
  parse,
  open({ branch, remote }, { cwd, env }) {
    const name = `git:${branch}${remote === undefined ? "" : `@${remote}`}`;
    return openGitStore(gitIn(cwd, env), name, branch, remote);
  },
};

function parse(text: string): GitAddress | AddressProblem {
  const at = text.lastIndexOf("@");
  const branch = at < 0 ? text : text.slice(0, at);
  if (!BRANCH.test(branch) || branch.split("/").some((part) => part.endsWith(".lock"))) {
    return addressProblem(
      `${quoteAddress(branch)} is not a branch name for the state. Write for example git:platectl-state@origin.`,
    );
  }
  if (at < 0) return { kind: "git", branch };
  const remote = text.slice(at + 1);
  if (!REMOTE.test(remote)) {
    return addressProblem(
      `${quoteAddress(remote)} is not the name of a git remote. Write for example git:${branch}@origin.`,
    );
  }
  return { kind: "git", branch, remote };
}
