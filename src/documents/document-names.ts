/**
 * Every JSON document that is printed, by its name, with the commands that print it. The `kind` of `plan` is `platectl/plan`,
 * and `documentSchemas` has its shape. It is in a file of its own, because every run loads it for the help of `schema`.
 */
export const DOCUMENTS = {
  plan: "`plan`",
  report: "`apply`, `report`",
  audit: "`audit`",
  validation: "`validate`",
  error: "each command that fails",
  fmt: "`fmt`",
  init: "`init`",
  import: "`import`",
  export: "`export`",
  acknowledge: "`acknowledge`",
  "car-edit": "`car add`, `car end`, `car remove`",
  car: "`car find`",
  history: "`history`",
  doctor: "`doctor`",
  accounts: "`accounts list`",
  cars: "`cars list`",
  "fleet-cars": "`fleet list`",
  users: "`users list`, `users get`",
  "user-created": "`users create`",
  "user-car-removal": "`users remove-car`",
  billing: "`billing list`",
  spending: "`billing report`",
  state: "`state show`",
  "state-copy": "`state copy`",
  adoption: "`state adopt`",
  forgotten: "`state forget`",
  unlocked: "`state unlock`",
  sandbox: "`sandbox`",
} as const;

/** The name of a JSON document. */
export type DocumentName = keyof typeof DOCUMENTS;
/** What `platectl schema` can print. */
export type SchemaName = "fleet" | DocumentName;

/** All that `platectl schema` can print: the schema of the fleet file, and of each document. */
export const SCHEMA_NAMES: readonly SchemaName[] = [
  "fleet",
  ...Object.keys(DOCUMENTS).filter((name): name is DocumentName => name in DOCUMENTS),
];

/** The version of every document that platectl writes. A reader refuses any other. */
export const SCHEMA_VERSION = 1;
