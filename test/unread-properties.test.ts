import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.4";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..", "src");

/** Properties that only others read, and who. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  instance: "clients of the sandbox, in the body of an error",
  timestamp: "clients of the sandbox, in the body of an error",
};

/** The parsers of the program's own texts; what a package reads is declared in `.d.ts` files. */
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
  .map((name) => ts.createSourceFile(name, readFileSync(join(SRC, name), "utf8"), ts.ScriptTarget.Latest, true));

/** The names of a file's declared properties, and those that it reads: by access, by taking an object apart, or as a text. */
function propertiesOf(file: ts.SourceFile): { readonly declared: readonly string[]; readonly read: readonly string[] } {
  const declared: string[] = [];
  const read: string[] = [];
  const visit = (node: ts.Node): void => {
    const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
    // A computed name is a brand, which the compiler alone sees.
    if (isProperty && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) declared.push(node.name.text);
    if (ts.isGetAccessorDeclaration(node)) declared.push(node.name.getText(file));
    if (ts.isPropertyAccessExpression(node) && !isSet(node)) read.push(node.name.text);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      read.push((node.propertyName ?? node.name).getText(file));
    if (ts.isStringLiteralLike(node) && !ts.isPropertySignature(node.parent)) read.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { declared, read };
}

function isSet(node: ts.PropertyAccessExpression): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

it("a property that is declared is read somewhere: what only sets it is a promise that nothing keeps", () => {
  const all = files.map(propertiesOf);
  const read = new Set(all.flatMap((one) => one.read));
  const unread = files.flatMap(({ fileName }, at) =>
    (all[at]?.declared ?? []).filter((name) => !read.has(name)).map((name) => ({ name, fileName })),
  );
  const unexplained = unread.filter(({ name }) => !(name in READ_ELSEWHERE));
  expect(unexplained.map(({ name, fileName }) => `${fileName}: ${name}`)).toEqual([]);
  const known = new Set(unread.map(({ name }) => name));
  expect(Object.keys(READ_ELSEWHERE).filter((name) => !known.has(name))).toEqual([]);
});

it("a property that is only set is found", () => {
  const text = `interface Result { readonly haltReason?: string; readonly used: number }
    export const made = (why: string): Result => ({ haltReason: why, used: 1 });
    made("x").haltReason = "y";
    const { used } = made("z");`;
  const { declared, read } = propertiesOf(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true));
  expect(declared.filter((name) => !read.includes(name))).toEqual(["haltReason"]);
});
