/**
 * This V8 optimises functions so early that most runs are over before that has paid for itself. Others may lack the flag. Set
 * when a command is loaded: with flags of our own V8 takes no module of Node from its cache, but compiles it.
 */
export async function optimizeLater(): Promise<void> {
  if (!process.versions.v8.startsWith("11.")) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--interrupt-budget=264000");
}
