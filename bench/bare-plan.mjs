// The requests of a plan of one page, with the built-in `fetch`: node bench/bare-plan.mjs BASE_URL
const [base] = process.argv.slice(2);
const login = await fetch(`${base}/auth/v1`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ clientId: "bench", clientSecret: "bench" }),
});
const { idToken } = await login.json();
const headers = { authorization: `Bearer ${idToken}` };
const ask = async (path) => (await fetch(`${base}${path}`, { headers })).json();
const [fleet, first] = await Promise.all([ask("/fleets/default/cars"), ask("/api/cars?page=0&size=1000")]);
const next = await ask("/api/cars?page=1&size=1000");
process.stdout.write(`${fleet.length + first.content.length + next.content.length}\n`);
