// Loaded before a program: adds a line to the file that USAGE_FILE names: the most memory that it held, in kilobytes, and its CPU
// time in microseconds.
process.once("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require("node:fs").appendFileSync(process.env.USAGE_FILE, `${maxRSS} ${userCPUTime + systemCPUTime}\n`);
});
