import { expect, it } from "vitest";
import { InterfaceError, type InterfaceFailure } from "../../src/run/ports/index.ts";

const errorOf = (failure: InterfaceFailure) => new InterfaceError("GET /api/cars failed", failure);

it.each([
  [400, true],
  [404, true],
  [416, true],
  [499, true],
  [399, false],
  [500, false],
  [401, false],
  [403, false],
  [408, false],
  [425, false],
  [429, false],
])("a page past the end that is answered %i is none: %s", (status, isNone) => {
  expect(errorOf({ kind: "status", status }).isNoSuchPage).toBe(isNone);
});

it("no other failure says that there is no such page, and only an interrupt and a deadline end the run", () => {
  const failures: InterfaceFailure[] = [
    { kind: "auth", status: 404 },
    ...(["transport", "shape", "inconsistent", "deadline", "aborted"] as const).map((kind) => ({ kind })),
  ];
  expect(failures.filter((failure) => errorOf(failure).isNoSuchPage)).toEqual([]);
  expect(failures.filter((failure) => errorOf(failure).endsRun).map(({ kind }) => kind)).toEqual([
    ...["deadline", "aborted"],
  ]);
});
