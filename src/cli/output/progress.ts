import { counted, withCommas } from "../../allowlist/index.ts";
import type { ApplyProgress } from "../../apply/index.ts";
import type { Clock } from "../../ports/index.ts";
import { type TerminalText, visible, words } from "../../render/index.ts";
import type { Io } from "../process/io.ts";

const BAR_WIDTH = 30;
const LINE_EVERY_MS = 5_000;
const BAR_EVERY_MS = 100;

/** Shows how far an apply has come. */
export interface ProgressShow {
  readonly update: (progress: ApplyProgress) => void;
  readonly end: () => void;
}

/** A bar on a terminal; elsewhere a line now and then, and one at the end. */
export function showProgress(io: Io, clock: Clock, quiet: boolean): ProgressShow {
  let last: ApplyProgress | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let shown: ApplyProgress | undefined;
  const every = io.stderrIsTty ? BAR_EVERY_MS : LINE_EVERY_MS;
  const show = (progress: ApplyProgress): void => {
    io.message(io.stderrIsTty ? words`\r${bar(progress)}` : words`${countLine(progress)}\n`);
    shown = progress;
    shownAt = clock.monotonic();
  };
  return {
    update(progress) {
      last = progress;
      if (!quiet && (clock.monotonic() - shownAt >= every || progress.done === progress.total)) show(progress);
    },
    end() {
      if (quiet || !last) return;
      if (shown !== last) show(last);
      if (io.stderrIsTty) io.message(words`\n`);
    },
  };
}

function bar({ done, total }: ApplyProgress): TerminalText {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((Math.min(done, total) / total) * BAR_WIDTH);
  const parts = `${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}`;
  return words`[${visible(parts)}] ${visible(withCommas(done))}/${visible(counted(total, "car"))}`;
}

function countLine({ done, total }: ApplyProgress): TerminalText {
  return words`${visible(withCommas(done))} of ${visible(counted(total, "car"))} sent`;
}
