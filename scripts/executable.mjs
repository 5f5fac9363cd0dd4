import { chmodSync } from "node:fs";

// npm marks a linked bin as executable only when it installs the package; a clone runs it in place.
chmodSync(new URL("../dist/cli/main.js", import.meta.url), 0o755);
