// The least that an audit's reading can be: fetches the same pages, four at once, and parses each of them.
// Run by itself: node bench/bare-billing.mjs BASE_URL RECORDS
import { CARS } from "./billing-world.mjs";

const [base, records] = process.argv.slice(2);
const account = "/api/billing-accounts/4711";
const pages = (list, rows) =>
  Array.from({ length: Math.floor(rows / 1000) + 1 }, (_, page) => `${account}/${list}?page=${page}&size=1000`);
// What is compared with the fleet file is read until two readings are equal.
const once = [...pages("cars", CARS), "/fleets/default/cars"];
const paths = [...once, ...once, ...pages("billing-info-records", Number(records))];
const sums = new Map();
const worker = async () => {
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const { content = [] } = JSON.parse(await (await fetch(`${base}${path}`)).text());
    for (const { licenseNumber, parking, amountIncludingVat = 0 } of content) {
      const plate = licenseNumber ?? parking.licensePlate;
      sums.set(plate, (sums.get(plate) ?? 0) + amountIncludingVat);
    }
  }
};
await Promise.all([worker(), worker(), worker(), worker()]);
process.stdout.write(`${sums.size}\n`);
