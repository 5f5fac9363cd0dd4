import nock from "nock";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

/**
 * Has `nock` answer every request of a test file, or of a `describe`, until its end: nothing reaches a network. Files that
 * run later in the same process are without it.
 */
export function interceptHttp(afterEachTest = (): void => nock.cleanAll()): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  afterEach(afterEachTest);
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
}

/** The same, and a test fails that did not ask for all that there was an answer for. */
export function interceptAllHttp(): void {
  interceptHttp(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    expect(pending).toEqual([]);
  });
}
