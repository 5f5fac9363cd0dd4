import { flows } from "./flows.ts";

flows(import.meta.url);
