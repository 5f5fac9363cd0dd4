import type { Diagnostic } from "../allowlist/index.ts";
import { annotations, commandMessage, diagnosticAlerts, type PlateView, visible } from "../render/index.ts";

/** The log of a workflow step. Everything goes to one stream: the runner reads two streams in no particular order. */
export interface ActionLog {
  /** Text for people, in which nothing is a command to the runner. */
  text(text: string): void;
  /** From now on the runner shows `***` instead of this text. */
  mask(secret: string): void;
  /** Diagnostics, shown beside the lines of their files. */
  annotate(diagnostics: readonly Diagnostic[]): void;
  /** A message shown on the run's page. */
  notice(level: "error" | "warning" | "notice", message: string): void;
}

/** A log that uses `write`. Outside a runner nothing reads masks, and they would reveal the secrets. */
export function createLog(write: (text: string) => void, isOnRunner: boolean, plates: PlateView): ActionLog {
  const command = (line: string) => write(`${line}\n`);
  return {
    text: (text) => write(plates.message(text).split("\n").map(visible).join("\n")),
    mask(secret) {
      if (!isOnRunner) return;
      for (const line of secret.split(/[\r\n]+/).filter((one) => one.trim() !== "")) {
        command(`::add-mask::${line.replaceAll("%", "%25")}`);
      }
    },
    annotate: (diagnostics) => write(annotations(diagnosticAlerts(plates.document(diagnostics)))),
    notice: (level, message) =>
      command(
        `::${level} title=platectl::${plates.message(message).trimEnd().split("\n").map(commandMessage).join("%0A")}`,
      ),
  };
}
