/** The built files that the Action runs; a release commit holds them beside the source. */
export const ACTION_FILES = ["dist/github-action/main.js", "dist/chunks", "dist/THIRD-PARTY-LICENSES.txt"];
