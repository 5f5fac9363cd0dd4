import { createInterface } from "node:readline/promises";

/** Asks on the terminal and resolves to whether the answer was a plain `yes`; no answer, or an interrupt, is a no. */
export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  // readline takes Ctrl-C for itself; the process is to hear it.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    const answer = await Promise.race([terminal.question(question, { signal }), closed]);
    return answer.trim().toLowerCase() === "yes";
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
