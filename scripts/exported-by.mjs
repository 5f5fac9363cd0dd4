/** The variables that a starting sandbox prints, by name. */
export async function exportedBy(child) {
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += chunk;
    const lines = [...text.matchAll(/^export (\w+)=(.*)\n/gm)];
    if (lines.length === 3) return Object.fromEntries(lines.map(([, name, value]) => [name, value]));
  }
  throw new Error("the sandbox did not start");
}
