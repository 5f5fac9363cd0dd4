import { visibleLines } from "../render/escape/visible.ts";
import { listenForInterrupts } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { runSandbox } from "./sandbox-command.ts";

/** `platectl sandbox`: serves until it is interrupted. */
export async function serveSandbox(options: Parameters<typeof runSandbox>[0], io: Io): Promise<number> {
  const interrupts = listenForInterrupts();
  const stopped = new Promise<void>((resolve) =>
    interrupts.stop.addEventListener("abort", () => resolve(), { once: true }),
  );
  try {
    return await runSandbox(options, {
      stdout: (text) => void io.result(text),
      stderr: (text) => io.message(visibleLines(text)),
      stopped,
    });
  } finally {
    interrupts.release();
  }
}
