import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Debian and its kin put it. */
const USUAL_PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const APT = "apt-get";

/** A browser to test in, or why there is none. */
export type ChromiumFinding = { readonly path: string } | { readonly missing: string };

/** What chromium is started with: no sandbox, because containers run as root without one, and nothing that calls home. */
export const CHROMIUM_OPTIONS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The Chromium of `PLATECTL_CHROMIUM`, else of the machine, else one that is installed now if the environment asks for it. */
export function findChromium(env: NodeJS.ProcessEnv): ChromiumFinding {
  const chosen = env["PLATECTL_CHROMIUM"];
  if (chosen !== undefined && chosen !== "") {
    return existsSync(chosen)
      ? { path: chosen }
      : { missing: `PLATECTL_CHROMIUM names ${chosen}, which does not exist` };
  }
  const present = USUAL_PLACES.find((place) => existsSync(place));
  if (present !== undefined) return { path: present };
  if (!isAskedFor(env)) {
    return {
      missing: "no Chromium here; set PLATECTL_CHROMIUM to one, or PLATECTL_BROWSER_TESTS=1 to install it as root",
    };
  }
  return installed();
}

function isAskedFor(env: NodeJS.ProcessEnv): boolean {
  return env["PLATECTL_BROWSER_TESTS"] === "1" || (env["CI"] ?? "") !== "";
}

function installed(): ChromiumFinding {
  if (process.getuid?.() !== 0) return { missing: "no Chromium here, and only root may install it" };
  if (spawnSync(APT, ["--version"]).status !== 0) return { missing: "no Chromium here, and no apt-get to install it" };
  const apt = (...args: string[]) =>
    spawnSync(APT, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: 240_000 }).status;
  const install = () => apt("install", "-y", "--no-install-recommends", "chromium");
  if (install() !== 0) {
    apt("update");
    install();
  }
  const present = USUAL_PLACES.find((place) => existsSync(place));
  return present === undefined ? { missing: "no Chromium here, and apt-get could not install it" } : { path: present };
}
