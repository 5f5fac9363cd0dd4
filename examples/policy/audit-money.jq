# No rule finds more than 50 of any currency, findings that are accepted not counted.
def limit: 50;

[.findings[] | select(.accepted | not) | .rule as $rule | .evidence.billed.amounts[]? | { rule: $rule } + .]
| group_by([.rule, .currencyCode])[]
| (map(.amountIncludingVat | tonumber) | add) as $sum
| select($sum > limit)
| "\(.[0].rule): \($sum) \(.[0].currencyCode) in findings, more than \(limit)"
