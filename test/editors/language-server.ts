import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node.js";
import { z } from "zod";

/** What editors with YAML support run: the program of the package, which speaks the Language Server Protocol over stdio. */
const PROGRAM = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");

/** Neither the catalogue of schemas nor anything else is loaded from the network. */
const SETTINGS = { schemaStore: { enable: false }, schemas: {}, completion: true, validate: true };

const POSITION = z.object({ line: z.number(), character: z.number() });
const PROBLEMS = z.object({
  uri: z.string(),
  diagnostics: z.array(z.object({ range: z.object({ start: POSITION }), message: z.string() })),
});
const ITEMS = z.array(z.object({ label: z.string() }));
const COMPLETION = z.union([z.object({ items: ITEMS }), ITEMS]).nullable();

/** Line and character, both from 0. */
export type Position = z.infer<typeof POSITION>;

/** What an editor marks in a document. */
export interface Problem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** An editor with documents that are nowhere on disk but in its memory. */
export interface Editor {
  /** Opens a document, or gives it another text. */
  write(uri: string, text: string): void;
  /** All that is marked in a document since its last text, once the server has said it. */
  problems(uri: string): Promise<readonly Problem[]>;
  /** What is offered at the cursor, in order. */
  complete(uri: string, position: Position): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What will be marked in a document. */
interface Marked {
  readonly promise: Promise<readonly Problem[]>;
  readonly give: (problems: readonly Problem[]) => void;
}

/** Starts the server and greets it as an editor does. */
export async function startEditor(): Promise<Editor> {
  const child = spawn(process.execPath, [PROGRAM, "--stdio"], { env: { HOME: "/nonexistent" } });
  const server = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const marked = new Map<string, Marked>();
  server.onNotification("textDocument/publishDiagnostics", (params: unknown) => {
    const { uri, diagnostics } = PROBLEMS.parse(params);
    const problems = diagnostics.map(({ range, message }) => ({ line: range.start.line + 1, message }));
    marked.get(uri)?.give(problems);
  });
  server.onRequest("workspace/configuration", () => [SETTINGS, {}, {}, {}]);
  server.onRequest(() => null);
  server.listen();
  const textDocument = { completion: { completionItem: {} } };
  const capabilities = { workspace: { configuration: true }, textDocument };
  await server.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities });
  await server.sendNotification("initialized", {});
  let version = 0;
  return {
    write(uri, text) {
      version += 1;
      const document = { uri, languageId: "yaml", version, text };
      const change = { textDocument: document, contentChanges: [{ text }] };
      void server.sendNotification(`textDocument/${marked.has(uri) ? "didChange" : "didOpen"}`, change);
      let give: Marked["give"] = () => undefined;
      const promise = new Promise<readonly Problem[]>((resolve) => {
        give = resolve;
      });
      marked.set(uri, { promise, give });
    },
    problems: (uri) => marked.get(uri)?.promise ?? Promise.reject(new Error(`${uri} is not open`)),
    async complete(uri, position) {
      const asked = server.sendRequest("textDocument/completion", { textDocument: { uri }, position });
      const found = COMPLETION.parse(await asked) ?? [];
      return ("items" in found ? found.items : found).map(({ label }) => label);
    },
    async close() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      await server.sendRequest("shutdown");
      await server.sendNotification("exit");
      await ended;
    },
  };
}
