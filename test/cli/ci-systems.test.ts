import { expect, it } from "vitest";
import { ciRun } from "../../src/cli/process/process-info.ts";
import { globalFleet, placeWith } from "./harness.ts";

const SYSTEMS = [
  {
    name: "GitHub Actions",
    variables: {
      GITHUB_ACTIONS: "true",
      GITHUB_ACTOR: "anna",
      GITHUB_SERVER_URL: "https://github.example.com",
      GITHUB_REPOSITORY: "acme/fleet",
      GITHUB_RUN_ID: "4711",
    },
    run: { user: "anna", url: "https://github.example.com/acme/fleet/actions/runs/4711" },
  },
  {
    name: "GitLab CI",
    variables: {
      GITLAB_CI: "true",
      GITLAB_USER_LOGIN: "anna",
      CI_JOB_URL: "https://gitlab.example.com/acme/fleet/-/jobs/1",
    },
    run: { user: "anna", url: "https://gitlab.example.com/acme/fleet/-/jobs/1" },
  },
  {
    name: "a GitLab job in a pod",
    variables: { GITLAB_CI: "true", GITLAB_USER_LOGIN: "anna", KUBERNETES_SERVICE_HOST: "10.0.0.1", HOSTNAME: "pod-1" },
    run: { user: "anna" },
  },
  {
    name: "Azure Pipelines",
    variables: {
      TF_BUILD: "True",
      BUILD_REQUESTEDFOR: "Anna Berg",
      SYSTEM_COLLECTIONURI: "https://dev.azure.com/acme/",
      SYSTEM_TEAMPROJECT: "Car fleet",
      BUILD_BUILDID: "77",
    },
    run: { user: "Anna Berg", url: "https://dev.azure.com/acme/Car%20fleet/_build/results?buildId=77" },
  },
  {
    name: "Jenkins",
    variables: {
      JENKINS_URL: "https://ci.example.com/",
      BUILD_USER_ID: "anna",
      BUILD_URL: "https://ci.example.com/job/fleet/5/",
    },
    run: { user: "anna", url: "https://ci.example.com/job/fleet/5/" },
  },
  {
    name: "a pull request in Jenkins",
    variables: { JENKINS_URL: "https://ci.example.com/", CHANGE_AUTHOR: "bo" },
    run: { user: "bo" },
  },
  {
    name: "CircleCI",
    variables: { CIRCLECI: "true", CIRCLE_USERNAME: "anna", CIRCLE_BUILD_URL: "https://circleci.com/gh/acme/fleet/12" },
    run: { user: "anna", url: "https://circleci.com/gh/acme/fleet/12" },
  },
  {
    name: "Bitbucket Pipelines",
    variables: {
      BITBUCKET_BUILD_NUMBER: "9",
      BITBUCKET_REPO_FULL_NAME: "acme/fleet",
      BITBUCKET_STEP_TRIGGERER_UUID: "{d1a0}",
    },
    run: { user: "{d1a0}", url: "https://bitbucket.org/acme/fleet/pipelines/results/9" },
  },
  {
    name: "Buildkite",
    variables: {
      BUILDKITE: "true",
      BUILDKITE_BUILD_CREATOR: "Anna Berg",
      BUILDKITE_BUILD_URL: "https://buildkite.com/acme/fleet/builds/3",
    },
    run: { user: "Anna Berg", url: "https://buildkite.com/acme/fleet/builds/3" },
  },
  {
    name: "a Buildkite job that somebody unblocked",
    variables: { BUILDKITE: "true", BUILDKITE_BUILD_CREATOR: "Anna Berg", BUILDKITE_UNBLOCKER: "Bo Ek" },
    run: { user: "Bo Ek" },
  },
  {
    name: "Kubernetes",
    variables: { KUBERNETES_SERVICE_HOST: "10.0.0.1", HOSTNAME: "fleet-apply-2839-x7k2p" },
    run: { user: "fleet-apply-2839-x7k2p" },
  },
  {
    name: "no CI system",
    variables: { USER: "anna", BUILD_URL: "https://elsewhere.example.com/", HOSTNAME: "pc" },
    run: {},
  },
] as const;

it.each(SYSTEMS)("$name says who started the run and where it is", ({ variables, run }) => {
  expect(ciRun(variables)).toEqual(run);
});

it.each([
  "javascript:alert(1)",
  "https://anna:secret@ci.example.com/1",
  "https://ci.example.com/a b",
  "https://ci.example.com/\u001b[31m",
  "not an address",
  `https://ci.example.com/${"x".repeat(500)}`,
])("an address that nobody should follow is left out: %j", (url) => {
  expect(ciRun({ CIRCLECI: "true", CIRCLE_BUILD_URL: url })).toEqual({});
});

it("the lock and the journal of an apply in CI link to the job", async () => {
  const url = "https://circleci.com/gh/acme/fleet/12";
  const env = { CIRCLECI: "true", CIRCLE_USERNAME: "anna", CIRCLE_BUILD_URL: url };
  const here = await placeWith(globalFleet(["AB1"]), { cars: [] }, { env });
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  const { targets } = JSON.parse((await here.run("state", "show", "--json")).stdout);
  expect(targets[0].runs).toEqual([expect.objectContaining({ actor: "anna", url })]);
  const holder = {
    user: "bo",
    host: "elsewhere",
    pid: 1,
    command: "platectl apply",
    url,
    at: "2026-01-01T00:00:00.000Z",
  };
  here.write(".platectl/state.jsonl.lock", `${JSON.stringify({ id: "0123456789ab", ...holder })}\n`);
  const refused = await here.run("apply", "--auto-approve");
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain(`since 2026-01-01T00:00:00.000Z (${url}). Wait`);
  expect((await here.run("state", "show")).stdout).toContain(`0123456789ab, ${url}`);
});
