// Loaded before a program: writes the most memory that it held, in kilobytes, to the file that USAGE_FILE names.
process.once("exit", () => {
  require("node:fs").writeFileSync(process.env.USAGE_FILE, String(process.resourceUsage().maxRSS));
});
