import { planCases } from "./cases.ts";

planCases(import.meta.url);
