// npm run fuzz -- [--only NAME] [--runs N] [--seed N]
// Mutated fleet files, lists, journals and answers of servers: none may crash the program, or keep it busy for two seconds.
import { runCompiled } from "./compiled.mjs";

process.exitCode = runCompiled("test/fuzz/main.ts", process.argv.slice(2));
