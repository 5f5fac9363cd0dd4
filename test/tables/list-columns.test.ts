import { fleetCases } from "../schema/cases.ts";

fleetCases(import.meta.url);
