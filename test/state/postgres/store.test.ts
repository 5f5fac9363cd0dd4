import { anyPostgres } from "./server.ts";
import { testStore } from "./store-suite.ts";

testStore("itself", anyPostgres);
