import { expect, it } from "vitest";
import { globalPlace } from "./harness.ts";

// Most tests run the program in a process that is used again. What they find must hold for the process that users start.
it.each(["--help", "nonsense", "validate", "plan --exit-code", "apply"])(
  "a new process and one that is used again print the same: platectl %s",
  async (line) => {
    const here = await globalPlace(["AB1", "CD2"], ["AB1", "EF3", "AB1"]);
    const words = line.split(" ");
    const timeless = ({ code, stdout, stderr }: Awaited<ReturnType<typeof here.run>>) => ({
      code,
      stdout,
      stderr: stderr.replaceAll(/\d+ ms/g, "0 ms").replaceAll(/traceId=\w+/g, ""),
    });
    const fresh = timeless(await here.start(...words).ended);
    expect(timeless(await here.run(...words))).toEqual(fresh);
    expect(timeless(await here.run(...words))).toEqual(fresh);
    expect(fresh.stdout + fresh.stderr).not.toBe("");
  },
);
