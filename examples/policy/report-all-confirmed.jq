# Every change that was sent is known to be done.
.scopes[]
| .scope as $list
| .results[]
| select(.outcome == "unknown" or .outcome == "rejected")
| "\($list): the \(.action) of \(.licenseNumber) is \(.outcome)" + (if .error then ": \(.error)" else "" end)
