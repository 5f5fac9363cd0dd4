import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { delimiter, dirname, isAbsolute } from "node:path";
import { repositoryAround } from "../../../process/repository.ts";
import { errorCode, MOST_JOURNAL_BYTES, StateError } from "../state-error.ts";

/** The longest that one git command may take, in milliseconds: a hung connection must not hold a run for ever. */
const GIT_TIMEOUT_MS = 60_000;
/** How much of the end of git's complaint is passed on, in characters: enough for what a remote says of a lock file. */
const LONGEST_COMPLAINT = 1000;

/** The first git that knows `safe.bareRepository`: an older one cannot be kept from a repository among committed files. */
const OLDEST_GIT = { major: 2, minor: 38 };

/** The variables that git is given: where it finds programs, settings, keys and proxies. Never our own credentials. */
const PASSED_ON =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|TMPDIR|TEMP|TMP|XDG_\w+|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|GIT_ASKPASS|GIT_SSH|GIT_SSH_COMMAND|GIT_SSL_\w+|SSL_CERT_\w+|(?:HTTPS?|ALL|NO)_PROXY|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/i;

/**
 * Hooks belong to people's commits, not to the state's; signing and collecting would slow or stop an append. What reaches
 * a remote (ssh command, credential helpers, extra headers) stays as the user has set it.
 */
const SETTINGS = [
  "safe.bareRepository=explicit",
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "core.fsync=all",
  "gc.auto=0",
  "maintenance.auto=false",
  "push.gpgSign=false",
].flatMap((setting) => ["-c", setting]);

/**
 * No prompt; no program that a remote's address names (`ext::`, and the helper of any `NAME::`); no request to a remote
 * by a command that only reads, as partial clones make them.
 */
const VARIABLES = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
  GIT_NO_LAZY_FETCH: "1",
};

/** How a git command ended. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  /** One line, clipped, without the credentials that a URL may hold. */
  readonly complaint: string;
  /** It was stopped at one of the given limits: the output is its beginning. */
  readonly isCut?: true;
}

/** Where a command is stopped, and its output so far is the result. */
export interface GitLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/**
 * Runs git without a shell, in the top folder of the repository; resolves whatever its exit code. Rejects with a
 * `StateError` when there is no repository, or when git cannot run, is too old or takes too long.
 */
export type Git = (
  args: readonly string[],
  more?: {
    readonly input?: Buffer;
    readonly env?: Readonly<Record<string, string>>;
    readonly limits?: GitLimits;
  },
) => Promise<GitResult>;

type Environment = Readonly<Record<string, string>>;

/** Git in the repository around a folder, with the few environment variables that it needs. */
export function gitIn(folder: string, env: Readonly<Record<string, string | undefined>>): Git {
  const passedOn = { ...variablesFor(env), ...VARIABLES };
  return async (args, more = {}) => {
    const root = repositoryAround(folder);
    if (root === undefined) {
      throw new StateError(
        "io",
        `There is no git repository around ${folder}. Run this in a clone, or keep the state in a file (file:PATH).`,
      );
    }
    await requireKnownGit(passedOn);
    // Git is not given the folder's `.git` by name: then it would not check who owns it.
    const around = { ...passedOn, GIT_CEILING_DIRECTORIES: dirname(root), ...more.env };
    return run([...SETTINGS, ...args], around, { cwd: root, ...more });
  };
}

function variablesFor(env: Readonly<Record<string, string | undefined>>): Environment {
  const chosen = Object.entries(env).flatMap(([name, value]) =>
    PASSED_ON.test(name) && value !== undefined ? [[name, /^path$/i.test(name) ? absolutePath(value) : value]] : [],
  );
  return Object.fromEntries(chosen);
}

// A part such as `.` would find a program among the files of the checkout.
function absolutePath(path: string): string {
  return path
    .split(delimiter)
    .filter((part) => isAbsolute(part))
    .join(delimiter);
}

const known = new Map<string | undefined, Promise<void>>();

/** Asks each git for its version once. */
function requireKnownGit(env: Environment): Promise<void> {
  const path = Object.entries(env).find(([name]) => /^path$/i.test(name))?.[1];
  const asked = known.get(path) ?? requireVersion(env);
  known.set(path, asked);
  return asked;
}

async function requireVersion(env: Environment): Promise<void> {
  const text = (await run(["--version"], env)).stdout.toString("utf8").trim();
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number);
  if (major > OLDEST_GIT.major || (major === OLDEST_GIT.major && minor >= OLDEST_GIT.minor)) return;
  throw new StateError(
    "io",
    `git ${OLDEST_GIT.major}.${OLDEST_GIT.minor} or newer is needed, and this is ${JSON.stringify(text.slice(0, 100))}: an older git can be made to obey files of a pull request. Update git, or use file:PATH.`,
  );
}

interface RunOptions {
  readonly cwd?: string;
  readonly input?: Buffer;
  readonly limits?: GitLimits;
}

function run(args: readonly string[], env: Environment, { cwd, input, limits }: RunOptions = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      args,
      {
        ...(cwd !== undefined && { cwd }),
        env,
        encoding: "buffer",
        timeout: limits?.milliseconds ?? GIT_TIMEOUT_MS,
        maxBuffer: limits?.bytes ?? MOST_JOURNAL_BYTES,
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        const complaint = complaintOf(stderr);
        if (!error) resolve({ code: 0, stdout, complaint });
        else if (typeof error.code === "number") resolve({ code: error.code, stdout, complaint });
        else if (limits && (error.killed || error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER"))
          resolve({ code: 0, stdout, complaint, isCut: true });
        else reject(cannotRun(error));
      },
    );
    // Git may end before it has read all: its exit code tells more than the broken pipe.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

function complaintOf(stderr: Buffer): string {
  const text = stderr
    .toString("utf8")
    .replace(/\/\/[^/@\s]*@/g, "//")
    .replace(/(:\/\/[^\s'"?#]*)[?#][^\s'"]*/g, "$1");
  return text
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .slice(-LONGEST_COMPLAINT);
}

function cannotRun(error: Error & { killed?: boolean }): StateError {
  if (errorCode(error) === "ENOENT") {
    return new StateError("io", "git is needed, and the program git was not found. Install it, or use file:PATH.");
  }
  const why = error.killed
    ? `took longer than ${GIT_TIMEOUT_MS / 1000} seconds`
    : (errorCode(error) ?? "was ended by a signal");
  return new StateError("io", `git is needed, and it ${why}. Run it again, or use file:PATH.`);
}
