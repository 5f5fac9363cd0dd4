// The least that reading billing records can be: fetches the same pages, four at once, and parses each of them.
// Run by itself: node bench/bare-billing.mjs BASE_URL PAGES
const [base, pages] = process.argv.slice(2);
const sums = new Map();
let next = 0;
const worker = async () => {
  while (next <= Number(pages)) {
    const path = `/api/billing-accounts/4711/billing-info-records?page=${next++}&size=1000`;
    const { content } = JSON.parse(await (await fetch(`${base}${path}`)).text());
    for (const { parking, amountIncludingVat } of content)
      sums.set(parking.licensePlate, (sums.get(parking.licensePlate) ?? 0) + amountIncludingVat);
  }
};
await Promise.all([worker(), worker(), worker(), worker()]);
process.stdout.write(`${sums.size}\n`);
