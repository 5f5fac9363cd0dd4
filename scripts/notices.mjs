import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licence texts of packages, by the paths of their modules or folders; throws when one has none. */
export function noticesOf(paths) {
  const folders = paths.flatMap(
    (path) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll("\\", "/")) ?? [],
  );
  return [...new Set(folders)].sort().map(noticeOf).join("\n\n");
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = licenceText(folder);
  if (!/copyright|blue oak/i.test(text)) throw new Error(`${name} has no licence text to go along with its code`);
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** A file of its own, or the end of the read-me. */
function licenceText(folder) {
  const files = readdirSync(folder);
  const own = files.find((one) => /^licen[cs]e/i.test(one));
  if (own !== undefined) return readFileSync(join(folder, own), "utf8");
  const readme = files.find((one) => /^readme\.md$/i.test(one));
  if (readme === undefined) return "";
  return /^#+ licen[cs]e$[\s\S]*/im.exec(readFileSync(join(folder, readme), "utf8"))?.[0] ?? "";
}
