"""ranks.py -- records of check on standard input: every violation with its rank, the most dangerous first."""
import json
import sys

found = []
for line in sys.stdin:
    record = json.loads(line)
    if record["verdict"] == "violation":
        rank = record["rank"]
        found.append((-rank["number"], rank["kind"], rank.get("reason", "-"), record["model"],
                      str(record.get("pattern", record["question"])), ",".join(record["fields"]) or "-",
                      record["cause"]))
for finding in sorted(found):
    print(*finding[1:3], finding[4], finding[5], "|", finding[6])
