import { hostOfProcesses, ownVersion, userName } from "../../process/this-process.ts";
import type { LockOwner } from "../../state/index.ts";
import type { Variables } from "./environment.ts";

/** This tool's name and version, as documents carry it. */
export const TOOL = { name: "platectl", version: ownVersion() } as const;

/** Secrets: kept from child processes, crash reports and packages that read `process.env`. */
const TAKEN_OUT = /^(?:(?:PLATECTL_CLIENT_SECRET|PLATECTL_PLATES_KEY|PLATECTL_STATE|PGPASSWORD)$|INPUT_)/;

let variables: Record<string, string | undefined> = process.env;

/** The variables that this process was started with. */
export function environment(): Record<string, string | undefined> {
  return variables;
}

/** Keeps the variables for `environment` alone, and removes those that hold secrets from `process.env`. Called before anything else. */
export function takeEnvironment(): Record<string, string | undefined> {
  variables = { ...process.env };
  for (const name of Object.keys(variables)) if (TAKEN_OUT.test(name)) delete process.env[name];
  return variables;
}

/** Who runs this, for locks and the journal. */
export function processOwner(): LockOwner {
  const { user = userName(), url } = ciRun(environment());
  return {
    user,
    host: hostOfProcesses(),
    pid: process.pid,
    command: ["platectl", ...typed].join(" "),
    ...(url !== undefined && { url }),
  };
}

/** Who started this run, and where to look at it. */
export function startedBy(): { readonly actor: string; readonly url?: string } {
  const { user: actor, url } = processOwner();
  return { actor, ...(url !== undefined && { url }) };
}

let typed: readonly string[] = [];

/** Notes the command that runs, and the names of its options: other runs print both. Values may be plates, and are left out. */
export function rememberCommand(words: readonly string[]): void {
  typed = words;
}

/** A CI system, by the variables that it documents for its jobs. */
interface CiSystem {
  /** Variables of which one is set in every job. */
  readonly signs: readonly string[];
  /** Variables that name who started the job; the first that is set counts. */
  readonly user: readonly string[];
  /** The address of the run: variables in `{}`, the value of one in `{/}` as a part of a path. */
  readonly url?: string;
}

// Kubernetes comes last: jobs of most others may run there. A pod is named as its host is, unless the manifest sets POD_NAME.
const CI_SYSTEMS = {
  github: {
    signs: ["GITHUB_ACTIONS", "GITHUB_ACTOR"],
    user: ["GITHUB_ACTOR"],
    url: "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{/GITHUB_RUN_ID}",
  },
  gitlab: { signs: ["GITLAB_CI", "GITLAB_USER_LOGIN"], user: ["GITLAB_USER_LOGIN"], url: "{CI_JOB_URL}" },
  azure: {
    signs: ["TF_BUILD"],
    user: ["BUILD_REQUESTEDFOR"],
    url: "{SYSTEM_COLLECTIONURI}{/SYSTEM_TEAMPROJECT}/_build/results?buildId={/BUILD_BUILDID}",
  },
  buildkite: {
    signs: ["BUILDKITE"],
    user: ["BUILDKITE_UNBLOCKER", "BUILDKITE_BUILD_CREATOR"],
    url: "{BUILDKITE_BUILD_URL}",
  },
  circleci: { signs: ["CIRCLECI"], user: ["CIRCLE_USERNAME"], url: "{CIRCLE_BUILD_URL}" },
  bitbucket: {
    signs: ["BITBUCKET_BUILD_NUMBER"],
    user: ["BITBUCKET_STEP_TRIGGERER_UUID"],
    url: "https://bitbucket.org/{BITBUCKET_REPO_FULL_NAME}/pipelines/results/{/BITBUCKET_BUILD_NUMBER}",
  },
  // BUILD_USER_ID comes from the plugin "Build User Vars", CHANGE_AUTHOR from pull requests.
  jenkins: { signs: ["JENKINS_URL"], user: ["BUILD_USER_ID", "CHANGE_AUTHOR"], url: "{BUILD_URL}" },
  kubernetes: { signs: ["KUBERNETES_SERVICE_HOST"], user: ["POD_NAME", "HOSTNAME"] },
} as const satisfies Readonly<Record<string, CiSystem>>;

/** The run that these variables belong to; empty outside of the known CI systems, and for what they do not say. */
export function ciRun(variables: Variables): { readonly user?: string; readonly url?: string } {
  const isSet = (name: string) => Boolean(variables[name]);
  const system = systemOf(variables);
  const user = system?.user.find(isSet);
  const url = system?.url === undefined ? undefined : filledIn(system.url, variables);
  return {
    ...(user !== undefined && { user: variables[user] ?? "" }),
    ...(url !== undefined && isRunAddress(url) && { url }),
  };
}

/** Whether these variables are those of a job, on a machine that may keep no file until the next one. */
export function isJob(variables: Variables): boolean {
  return variables["CI"] === "true" || systemOf(variables) !== undefined;
}

function systemOf(variables: Variables): CiSystem | undefined {
  return Object.values<CiSystem>(CI_SYSTEMS).find(({ signs }) => signs.some((name) => Boolean(variables[name])));
}

function filledIn(template: string, variables: Variables): string | undefined {
  let isWhole = true;
  const text = template.replace(/\{(\/?)(\w+)\}/g, (_, slash: string, name: string) => {
    const value = variables[name] ?? "";
    if (value === "") isWhole = false;
    return slash === "" ? value : encodeURIComponent(value);
  });
  return isWhole ? text : undefined;
}

const LONGEST_ADDRESS = 500;

// Jobs can set these variables, and people follow the link.
function isRunAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || !/^https?:\/\/[!-~]+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
