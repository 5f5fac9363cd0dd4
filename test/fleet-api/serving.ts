import { onTestFinished, vi } from "vitest";
import { createFleetApi, type FleetApiConfig } from "../../src/fleet-api/index.ts";
import { configFor, type RawServer, rawServer } from "./support.ts";

/** Stops the timers until the end of the test, and returns how to let so many milliseconds pass. */
export function stopTimers(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds) => void vi.advanceTimersByTime(milliseconds);
}

/** A raw server that is closed after the test. */
export async function serve(...args: Parameters<typeof rawServer>): Promise<RawServer> {
  const server = await rawServer(...args);
  onTestFinished(() => server.close());
  return server;
}

/** A client of that address that is closed after the test. */
export function clientOf(base: string, changes: Partial<Omit<FleetApiConfig, "settings">> = {}) {
  const api = createFleetApi(configFor(base, changes));
  onTestFinished(() => api.close());
  return api;
}
