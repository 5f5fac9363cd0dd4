import { fleetCases } from "./cases.ts";

fleetCases(import.meta.url);
