/** Every character that may make a pattern of a path. */
const PATTERN_CHARACTER = /[*?!@+()[\]{}|\\]/;

/** What expands a pattern; undefined for a plain path, for which nothing is loaded: most runs need no globs. */
export async function globFor(path: string) {
  if (!PATTERN_CHARACTER.test(path)) return undefined;
  const { glob, isDynamicPattern } = await import("tinyglobby");
  return isDynamicPattern(path) ? glob : undefined;
}
