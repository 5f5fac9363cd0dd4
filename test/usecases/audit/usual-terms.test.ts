import { auditCases } from "./cases.ts";

auditCases(import.meta.url);
