/** The version of every document that platectl writes. A reader refuses any other. */
export const SCHEMA_VERSION = 1;
