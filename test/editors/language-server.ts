import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { z } from "zod";

/** What editors with YAML support run: the program of the package, which speaks the Language Server Protocol over stdio. */
const PROGRAM = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");

/** Neither the catalogue of schemas nor anything else is loaded from the network. */
const SETTINGS = { schemaStore: { enable: false }, schemas: {}, completion: true, validate: true };

const POSITION = z.object({ line: z.number(), character: z.number() });
const MESSAGE = z.looseObject({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});
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

/** A value that comes later. */
interface Awaited<T> {
  readonly value: Promise<T>;
  readonly give: (value: T) => void;
}

function awaited<T>(): Awaited<T> {
  let give: (value: T) => void = () => {};
  const value = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { value, give };
}

/** Starts the server and greets it as an editor does. */
export async function startEditor(): Promise<Editor> {
  const child = spawn(process.execPath, [PROGRAM, "--stdio"], { env: { HOME: "/nonexistent" } });
  const answers = new Map<number, (result: unknown) => void>();
  const marked = new Map<string, Awaited<readonly Problem[]>>();
  const send = (message: object): void => sendTo(child, message);
  const ask = (method: string, params: object): Promise<unknown> => {
    const id = answers.size + 1;
    const { value, give } = awaited<unknown>();
    answers.set(id, give);
    send({ id, method, params });
    return value;
  };
  readMessages(child, ({ id, method, params, result }) => {
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = PROBLEMS.parse(params);
      marked.get(uri)?.give(diagnostics.map(({ range, message }) => ({ line: range.start.line + 1, message })));
    } else if (method === "workspace/configuration") send({ id, result: [SETTINGS, {}, {}, {}] });
    else if (method !== undefined && id !== undefined) send({ id, result: null });
    else if (id !== undefined) answers.get(id)?.(result);
  });
  const textDocument = { completion: { completionItem: {} } };
  const capabilities = { workspace: { configuration: true }, textDocument };
  await ask("initialize", { processId: process.pid, rootUri: null, capabilities });
  send({ method: "initialized", params: {} });
  let version = 0;
  return {
    write(uri, text) {
      version += 1;
      const document = { uri, languageId: "yaml", version, text };
      const change = { textDocument: document, contentChanges: [{ text }] };
      if (marked.has(uri)) send({ method: "textDocument/didChange", params: change });
      else send({ method: "textDocument/didOpen", params: { textDocument: document } });
      marked.set(uri, awaited());
    },
    problems: (uri) => marked.get(uri)?.value ?? Promise.reject(new Error(`${uri} is not open`)),
    async complete(uri, position) {
      const found = COMPLETION.parse(await ask("textDocument/completion", { textDocument: { uri }, position })) ?? [];
      return ("items" in found ? found.items : found).map(({ label }) => label);
    },
    async close() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      await ask("shutdown", {});
      send({ method: "exit" });
      await ended;
    },
  };
}

function sendTo(child: ChildProcessWithoutNullStreams, message: object): void {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function readMessages(child: ChildProcessWithoutNullStreams, take: (message: z.infer<typeof MESSAGE>) => void): void {
  let buffer = Buffer.alloc(0);
  child.stdout.on("data", (piece: Buffer) => {
    buffer = Buffer.concat([buffer, piece]);
    for (;;) {
      const head = buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString("latin1", 0, Math.max(0, head)))?.[1]);
      const end = head + 4 + length;
      if (head < 0 || buffer.length < end) return;
      const message = MESSAGE.parse(JSON.parse(buffer.toString("utf8", head + 4, end)));
      buffer = buffer.subarray(end);
      take(message);
    }
  });
}
