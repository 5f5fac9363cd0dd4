import { type SandboxData, sandboxDataSchema } from "../data.ts";
/** x */
export function seedData(seed: number): SandboxData {
  return sandboxDataSchema.parse({ cars: [`AB${seed}`], accounts: [{ baId: "4711" }] });
}
