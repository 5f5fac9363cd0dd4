# No delete of a car that is in the fleet of the server: it may be driven today, and would be fined.
.scopes[]
| .scope as $list
| .changes[]
| select(.action == "delete" and .inFleet == true)
| "\($list): \(.licenseNumber) would be deleted and is in the fleet: take it out of the fleet first"
