import { FAMILIES } from "./families.ts";
import { growthOf, LARGEST_EXPONENT } from "./growth.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

// Prints how the cost of every family grows, one line a family: npm run bench -- --growth [PART OF A NAME].
const [part = ""] = process.argv.slice(2);
print("| input | sizes | CPU, ms | exponent |\n|---|--:|--:|--:|");
for (const one of FAMILIES.filter(({ name }) => name.includes(part))) {
  const growth = await growthOf(one).catch((error: unknown) => String(error).slice(0, 200));
  if (typeof growth === "string") {
    print(`| ${one.name} | ${one.size} | | **${growth}** |`);
    continue;
  }
  const { name, sizes, cpu, exponent } = growth;
  const mark = exponent > LARGEST_EXPONENT ? " **too fast**" : "";
  print(
    `| ${name} | ${sizes.join(" → ")} | ${cpu.map((one) => one.toFixed(0)).join(" → ")} | ${exponent.toFixed(2)}${mark} |`,
  );
}
