import { chmodSync } from "node:fs";

// npm marks a command as executable where it installs the package; npx runs it in place in a clone.
chmodSync(new URL("../dist/cli/main.js", import.meta.url), 0o755);
