"""orders.py FOLDER -- are the orders that were seen executions of the model?

Programs of random.sh that have one order (*.c), and `records', what `check -p assert' says of them.  Where all
steps were made, the values that were seen have to be possible, and no others; where an assertion failed, some
assertion has to.  Prints a line for each program that does not do that.
"""
import glob
import json
import os
import sys

folder = sys.argv[1]
said = {}
for line in open(folder + '/records'):
    record = json.loads(line)
    if 'verdict' in record and not record.get('wrong'):
        line = int(record['at'].split(':')[-2])
        said.setdefault(os.path.basename(record['model']), {})[line] = record['verdict']
for path in sorted(glob.glob(folder + '/*.c')):
    name, text = os.path.basename(path), open(path).read().split('\n')
    verdicts = said.get(name, {})
    if '#define VALUES 0' in text:
        fine = 'violation' in verdicts.values()
    else:
        wanted = {n + 1: {'seen': 'violation', 'other': 'safe'}[line.split()[-2]]
                  for n, line in enumerate(text) if 'reach_error (); /*' in line}
        fine = len(wanted) == 2 and all(verdicts.get(n) == verdict for n, verdict in wanted.items())
    if not fine:
        print(name, 'has an order that the model does not:', verdicts)
