// npm run planted -- [--cars N] [--records N] [--each N] [--mode billing-account|global] [--seed N]
// Audits a made-up fleet in which every kind of problem was planted so often, and one without any; prints what was found.
import { runCompiled } from "./compiled.mjs";

process.exitCode = runCompiled("test/planted/main.ts", process.argv.slice(2));
