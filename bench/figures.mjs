// Which figures there are. Each compares platectl with a floor (the least that any program must do) and, where there is
// one, a peer; all three run in turn, in the same minutes, so that what else the machine does strikes them alike.

export const FIGURES = [
  { title: "Read fleet.yaml, short cars", floor: "short/split", peer: "short/js-yaml", own: "short/platectl" },
  {
    title: "… and look at the place of each",
    floor: "short/split",
    peer: "short/js-yaml",
    own: "short/platectl, every place",
  },
  { title: "Read fleet.yaml, object form", floor: "object/split", peer: "object/js-yaml", own: "object/platectl" },
  {
    title: "… and look at the place of each ",
    floor: "object/split",
    peer: "object/js-yaml",
    own: "object/platectl, every place",
  },
  { title: "… each with a day of its own", floor: "days/split", peer: "days/js-yaml", own: "days/platectl" },
  { title: "… each with a note of its own", floor: "notes/split", peer: "notes/js-yaml", own: "notes/platectl" },
  {
    title: "… each with a comment behind it",
    floor: "comments/split",
    peer: "comments/js-yaml",
    own: "comments/platectl",
  },
  { title: "… quoted, with an escape", floor: "escapes/split", peer: "escapes/js-yaml", own: "escapes/platectl" },
  { title: "… in brackets on one line", floor: "brackets/split", peer: "brackets/js-yaml", own: "brackets/platectl" },
  {
    title: "… each in an account of its own",
    floor: "accounts/split",
    peer: "accounts/js-yaml",
    own: "accounts/platectl",
    // More would be more tokens of YAML than a fleet file may have.
    largest: 200_000,
  },
  { title: "Read a .txt list", floor: "txt/split", own: "txt/platectl" },
  { title: "Read a .csv list", floor: "csv/split", own: "csv/platectl" },
  {
    title: "Read the live list",
    floor: "live/undici and JSON.parse",
    peer: "live/curl and jq",
    own: "live/platectl",
    server: true,
  },
  { title: "… against `fetch`", floor: "live/fetch and JSON.parse", own: "live/platectl", server: true },
  { title: "Plan, both sides in memory", floor: "plan/one Set", peer: "plan/sort and comm", own: "plan/platectl" },
];

/** Adds are compared by the time between the first request and the last one, as the server saw them. */
export const APPLY_SIZES = [10_000, 100_000];

/** Milliseconds that the server takes for a write beside its own work: none, and what servers elsewhere take at the least. */
export const APPLY_DELAYS = [0, 5, 20];

/** What a shell does for the same end. */
export const SHELL = {
  "live/curl and jq":
    "curl -sS \"$BASE/api/cars?page=[0-$((SIZE / 1000))]&size=1000\" | jq -r '.content[].licenseNumber' | wc -l",
  "plan/sort and comm":
    'sort "$FOLDER/list.txt" > "$SCRATCH/a"; sed "0~100s/^/ZZ/" "$FOLDER/list.txt" | sort > "$SCRATCH/b"; comm -12 "$SCRATCH/a" "$SCRATCH/b" | wc -l',
};
