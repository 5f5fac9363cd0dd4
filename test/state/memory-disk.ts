import type { Disk, OpenFile } from "../../src/state/index.ts";

/** A file's bytes: as a reader sees them now, and as a power cut would leave them. */
interface Content {
  now: Buffer;
  durable: Buffer;
}

/** The names of a disk, likewise. */
export interface Names {
  now: Map<string, Content>;
  durable: Map<string, Content>;
}

/** What befalls the operations of a disk; called before each with its number, from 1, and its name. */
export type Fate = (operation: number, name: string) => Promise<void> | void;

/** A disk in memory that knows what a power cut would leave: content that was synced, under names that were synced. */
export class MemoryDisk implements Disk {
  operations = 0;
  readonly names: Names;
  /** Bytes that one write takes at most. */
  mostPerWrite = Number.POSITIVE_INFINITY;
  readonly #fate: Fate;

  constructor(fate: Fate = () => undefined, names: Names = { now: new Map(), durable: new Map() }) {
    this.#fate = fate;
    this.names = names;
  }

  /** A disk with one file, which was synced. */
  static holding(path: string, bytes: Buffer, fate?: Fate): MemoryDisk {
    const content = { now: bytes, durable: bytes };
    return new MemoryDisk(fate, { now: new Map([[path, content]]), durable: new Map([[path, content]]) });
  }

  async open(path: string, mode: "read" | "write" | "create"): Promise<OpenFile> {
    await this.#operate("open");
    const found = this.names.now.get(path);
    if (mode === "create" && found) throw failure("EEXIST");
    if (mode !== "create" && !found) throw failure("ENOENT");
    const content = found ?? { now: Buffer.alloc(0), durable: Buffer.alloc(0) };
    this.names.now.set(path, content);
    return this.#openFile(content);
  }

  #openFile(content: Content): OpenFile {
    return {
      size: content.now.length,
      read: async () => {
        await this.#operate("read");
        return Buffer.from(content.now);
      },
      write: async (bytes, position) => {
        await this.#operate("write");
        const taken = bytes.subarray(0, this.mostPerWrite);
        const grown = Buffer.alloc(Math.max(content.now.length, position + taken.length));
        content.now.copy(grown);
        taken.copy(grown, position);
        content.now = grown;
        return taken.length;
      },
      truncate: async (length) => {
        await this.#operate("truncate");
        content.now = Buffer.from(content.now.subarray(0, length));
      },
      sync: async () => {
        await this.#operate("sync");
        content.durable = content.now;
      },
      close: async () => undefined,
    };
  }

  async makeFolder(): Promise<undefined> {
    await this.#operate("makeFolder");
  }

  async syncFolder(path: string): Promise<void> {
    await this.#operate("syncFolder");
    for (const name of new Set([...this.names.now.keys(), ...this.names.durable.keys()])) {
      if (!name.startsWith(`${path}/`)) continue;
      const content = this.names.now.get(name);
      if (content) this.names.durable.set(name, content);
      else this.names.durable.delete(name);
    }
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#operate("rename");
    const content = this.names.now.get(from);
    if (!content) throw failure("ENOENT");
    this.names.now.set(to, content);
    this.names.now.delete(from);
  }

  async link(from: string, to: string): Promise<void> {
    await this.#operate("link");
    const content = this.names.now.get(from);
    if (!content) throw failure("ENOENT");
    if (this.names.now.has(to)) throw failure("EEXIST");
    this.names.now.set(to, content);
  }

  async remove(path: string): Promise<void> {
    await this.#operate("remove");
    if (!this.names.now.delete(path)) throw failure("ENOENT");
  }

  async list(path: string): Promise<string[]> {
    await this.#operate("list");
    return [...this.names.now.keys()]
      .filter((name) => name.startsWith(`${path}/`))
      .map((name) => name.slice(path.length + 1));
  }

  async isSameFile(left: string, right: string): Promise<boolean> {
    await this.#operate("isSameFile");
    return this.names.now.get(left) === this.names.now.get(right);
  }

  /** The disk after the process died (`process`), or the power went: with what was synced, or with a torn rest too. */
  after(death: "process" | "power" | "power-torn"): MemoryDisk {
    const names = death === "power" ? this.names.durable : this.names.now;
    const survived = new Map(
      [...names].map(([name, { now, durable }]) => {
        const bytes = death === "process" ? now : death === "power" ? durable : torn(now, durable);
        return [name, { now: bytes, durable: bytes }];
      }),
    );
    return new MemoryDisk(undefined, { now: survived, durable: new Map(survived) });
  }

  async #operate(name: string): Promise<void> {
    this.operations += 1;
    await this.#fate(this.operations, name);
  }
}

/** The new length reached the disk, and of the new bytes only some. */
function torn(now: Buffer, durable: Buffer): Buffer {
  const bytes = Buffer.alloc(now.length);
  durable.copy(bytes);
  const grown = now.length - durable.length;
  if (grown > 0) now.copy(bytes, durable.length, durable.length, durable.length + Math.floor(grown / 2));
  return bytes;
}

export function failure(code: string): Error {
  return Object.assign(new Error(`disk: ${code}`), { code });
}
