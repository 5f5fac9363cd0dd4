# No deletes on a Saturday or Sunday, when nobody answers a driver who is fined.
def weekday: sub("\\.[0-9]+Z$"; "Z") | fromdateiso8601 | gmtime | .[6];

(.createdAt | weekday) as $day
| select($day == 0 or $day == 6)
| .scopes[]
| select(.counts.delete > 0)
| "\(.scope): \(.counts.delete) to delete on a day off: apply on a working day"
