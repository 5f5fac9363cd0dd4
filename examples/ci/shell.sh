#!/usr/bin/env bash
# For any other CI system, and for cron. Usage: shell.sh plan | apply | audit
# Addresses and credentials come from the environment: PLATECTL_BASE_URL, PLATECTL_CLIENT_ID, PLATECTL_CLIENT_SECRET_FILE.
# The exit code is platectl's own, except that `plan` and `audit` end with 0 where there is something to see (2).
set -euo pipefail

fleet=${FLEET_FILE:-fleet.yaml}
results=${RESULTS_FOLDER:-fleet-results}
mkdir -p -m 700 "$results"

# The codes that a pipeline may tell apart; docs/ci.md has them all.
explain() {
  case "$1" in
    0) echo "Nothing to do, or all done." ;;
    2) echo "There is something to see in $results." ;;
    4) echo "A guard stopped this. Read the changes above before you use the option that it names." ;;
    7) echo "The approved plan no longer fits. Plan again." ;;
    8) echo "Another run is under way. Try again later." ;;
    10) echo "Some cars could not be confirmed. Run this again: that is safe, and the remedy." ;;
    *) echo "Failed with $1; the message above says what to do." ;;
  esac >&2
}

# Sets $code and goes on, where `set -e` would end the script. No pipe: a pipe would hide the code and swallow signals.
run() {
  code=0
  platectl "$@" || code=$?
  explain "$code"
}

case "${1:-}" in
  plan)
    run plan -f "$fleet" --exit-code --plan-file "$results/plan.json"
    if [ "$code" -eq 2 ]; then exit 0; fi
    exit "$code"
    ;;
  apply)
    # With the plan that somebody read. exec: a signal to this script is then a signal to platectl.
    exec platectl apply -f "$fleet" --report "$results/report.json" "$results/plan.json"
    ;;
  audit)
    # Looks up what the files wanted on earlier days: the clone must hold them (git fetch --unshallow).
    run audit -f "$fleet" --format csv --output "$results/audit.csv"
    if [ "$code" -eq 2 ]; then exit 0; fi
    exit "$code"
    ;;
  *)
    echo "usage: $0 plan|apply|audit" >&2
    exit 3
    ;;
esac
