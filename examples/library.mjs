// Plans a fleet file against the server that the environment names, and applies the plan when told to:
//   node examples/library.mjs fleet.yaml [--apply]
import { EXIT, exitCodeOf, FleetFileError, openFleet } from "platectl";

const [file = "fleet.yaml", mayWrite] = process.argv.slice(2);
const {
  PLATECTL_BASE_URL: baseUrl = "",
  PLATECTL_CLIENT_ID: clientId = "",
  PLATECTL_CLIENT_SECRET: clientSecret = "",
} = process.env;

// Addresses and credentials never come from the fleet file.
const fleet = await openFleet({ file, baseUrl, clientId, clientSecret }).catch((error) => {
  if (!(error instanceof FleetFileError) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exit(EXIT.input);
});

try {
  const run = mayWrite === "--apply" ? await fleet.apply() : await fleet.plan();
  report(run);
  process.exitCode = exitCodeOf(run);
} finally {
  await fleet.close();
}

/** @param {import("platectl").FleetRun} run */
function report(run) {
  if (run.kind === "locked") console.error(`locked by ${run.holder.user} since ${run.holder.at}`);
  if (run.kind === "unreadable") for (const { message } of run.failures) console.error(message);
  if (!("plan" in run)) return;
  for (const { scope, changes } of run.plan.scopes)
    for (const { action, licenseNumber } of changes) console.log(`${scope} ${action} ${licenseNumber}`);
  if (run.kind !== "applied") return;
  for (const { scope, results } of run.result.scopes)
    for (const { licenseNumber, outcome } of results) console.log(`${scope} ${licenseNumber}: ${outcome}`);
}
