/**
 * Whether a text is what a pattern stands for: `*` is any run of characters, `?` any one. Backtracks to the last `*` only,
 * so that the steps are at most the product of the two lengths, whatever the pattern is (S25).
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let read = 0;
  while (read < text.length) {
    if (at < pattern.length && (pattern[at] === "?" || (pattern[at] === text[read] && pattern[at] !== "*"))) {
      at += 1;
      read += 1;
    } else if (pattern[at] === "*") {
      star = at;
      resume = read;
      at += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      read = resume;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
