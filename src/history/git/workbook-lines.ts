/** Loaded by itself: most fleets have no workbook. */
export { workbookLines } from "../../schema/index.ts";
