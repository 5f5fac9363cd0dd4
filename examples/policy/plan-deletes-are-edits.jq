# No delete that this change of the fleet file did not ask for. Needs the causes: `platectl plan --base REVISION`.
.scopes[]
| .scope as $list
| .changes[]
| select(.action == "delete" and .cause != "edit")
| "\($list): \(.licenseNumber) would be deleted for \(.cause // "an unknown cause"): let a change of its own say so"
