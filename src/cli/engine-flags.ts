/**
 * Most runs are short. This V8 optimises functions so early that a run is over before that has paid for itself, and goes through
 * all of its memory when that has grown to a few times what the start needed, although next to nothing of a plan can be freed.
 * With these flags it does both later; from some hundred megabytes on, it collects what can be freed as ever. Other versions may
 * lack them. Set when a command is loaded: with flags of our own V8 takes no module of Node from its cache, but compiles it.
 */
export async function setEngineFlags(): Promise<void> {
  if (!process.versions.v8.startsWith("11.")) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--interrupt-budget=264000");
  setFlagsFromString("--heap-growing-percent=700");
}
