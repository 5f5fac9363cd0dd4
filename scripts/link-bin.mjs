// Makes `npx platectl` run this clone: npm links a package's own command only where the package is installed.
import { chmodSync, existsSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bins = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));

chmodSync(new URL("../dist/cli/main.js", import.meta.url), 0o755);
if (existsSync(bins)) {
  rmSync(`${bins}/platectl`, { force: true });
  symlinkSync("../../dist/cli/main.js", `${bins}/platectl`);
}
