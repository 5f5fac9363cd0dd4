import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { errorCode, StateError } from "./state-error.ts";

/** The longest that one git command may take, in milliseconds: a hung connection must not hold a run for ever. */
const GIT_TIMEOUT_MS = 60_000;
const MOST_OUTPUT_BYTES = 1024 * 1024 * 1024;
/** How much of git's complaint is passed on, in characters. */
const LONGEST_COMPLAINT = 500;

/** The variables that git is given: where it finds programs, settings, keys and proxies. Never our own credentials. */
const PASSED_ON =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|TMPDIR|TEMP|TMP|XDG_\w+|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|GIT_ASKPASS|GIT_SSH|GIT_SSH_COMMAND|GIT_SSL_\w+|SSL_CERT_\w+|(?:HTTPS?|ALL|NO)_PROXY|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/i;

/** Hooks belong to people's commits, not to the state's; signing and collecting would slow or stop an append. */
const SETTINGS = [
  `core.hooksPath=${devNull}`,
  "core.fsync=all",
  "gc.auto=0",
  "maintenance.auto=false",
  "push.gpgSign=false",
];

/** How a git command ended. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  /** Clipped, without the credentials that a URL may hold. */
  readonly complaint: string;
}

/** Runs git without a shell; resolves whatever its exit code, rejects with a `StateError` when it cannot run or takes too long. */
export type Git = (
  args: readonly string[],
  more?: { readonly input?: Buffer; readonly env?: Readonly<Record<string, string>> },
) => Promise<GitResult>;

/** Git in a folder, with the few environment variables that it needs. */
export function gitIn(cwd: string, env: Readonly<Record<string, string | undefined>>): Git {
  const passedOn = Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name)));
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  return (args, more = {}) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        "git",
        [...settings, ...args],
        {
          cwd,
          env: { ...passedOn, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", ...more.env },
          encoding: "buffer",
          timeout: GIT_TIMEOUT_MS,
          maxBuffer: MOST_OUTPUT_BYTES,
          windowsHide: true,
        },
        (error, stdout, stderr) => {
          const complaint = complaintOf(stderr);
          if (!error) resolve({ code: 0, stdout, complaint });
          else if (typeof error.code === "number") resolve({ code: error.code, stdout, complaint });
          else reject(cannotRun(error));
        },
      );
      // Git may end before it has read all: its exit code tells more than the broken pipe.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(more.input);
    });
}

function complaintOf(stderr: Buffer): string {
  const text = stderr.toString("utf8").replace(/\/\/[^/@\s]*@/g, "//");
  return text.trim().slice(-LONGEST_COMPLAINT);
}

function cannotRun(error: Error & { killed?: boolean }): StateError {
  if (errorCode(error) === "ENOENT") {
    return new StateError(
      "io",
      "The state is in git, but the program git was not found. Install it, or use file:PATH.",
    );
  }
  const why = error.killed
    ? `took longer than ${GIT_TIMEOUT_MS / 1000} seconds`
    : (errorCode(error) ?? "was ended by a signal");
  return new StateError("io", `The state is in git, and git ${why}. Run it again, or use file:PATH.`);
}
