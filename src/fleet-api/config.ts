import type { InterfaceSettings } from "../allowlist/index.ts";
import type { Clock, Random } from "../ports/index.ts";

/** Addresses of proxies, as the usual variables give them; loopback is never reached through one. */
export interface ProxySettings {
  readonly httpsProxy?: string;
  /** Used when `httpsProxy` says nothing. */
  readonly httpProxy?: string;
  /** Hosts to reach directly, separated by commas; `*` for all. */
  readonly noProxy?: string;
}

/** All that a client of the Fleet Partner Interface needs from the world. */
export interface FleetApiConfig {
  /** The three addresses of interface 0, as `parseBaseUrl` gives them. */
  readonly baseUrl: URL;
  readonly authUrl: URL;
  readonly partnerUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly settings: InterfaceSettings;
  readonly clock: Clock;
  readonly random: Random;
  readonly proxy?: ProxySettings;
  readonly userAgent: string;
  /** Takes one line for each request: method, path, status, duration, traceId. Never a query value or a secret. */
  readonly log?: (line: string) => void;
  /** Told each token before its first use, for whoever must keep it out of sight. */
  readonly onToken?: (token: string) => void;
  /** Stops everything under way. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one request, from connecting to the last byte; 60,000 unless given (interface 8). */
  readonly deadline?: number;
  /** Most requests in flight at once, 1 to 64; 16 unless given. */
  readonly concurrency?: number;
}
