"""verdicts.py [O2] RECORDS PROGRAM... -- do the records say what the first lines of the programs want?

With O2 a word `O2-race:safe' there is meant instead of `race:...': what the optimiser takes out of a program
whose threads race is in its code no more.

Prints TAP without numbers: a line for each program and question.
"""
import json
import os
import sys

RANK = ['none', 'safe', 'gap', 'unknown', 'violation']
said, models = {}, set()
optimised = sys.argv[1] == 'O2'
records, programs = sys.argv[1 + optimised], sys.argv[2 + optimised:]
for line in open(records):
    record = json.loads(line)
    if 'verdict' not in record:
        continue
    question = record.get('question', 'pattern')
    if question == 'assert' and record.get('wrong'):
        question = 'wrong'
    if question not in ('assert', 'wrong', 'race', 'deadlock'):
        question = 'pattern'
    verdict = record['verdict']
    if verdict == 'safe' and record.get('gaps'):
        verdict = 'gap'
    key = (os.path.splitext(os.path.basename(record['model']))[0], question)
    models.add(key[0])
    said[key] = max(said.get(key, 'none'), verdict, key=RANK.index)
for path in programs:
    name = os.path.splitext(os.path.basename(path))[0]
    words = dict(word.split(':') for word in open(path).readline().split('expect:')[1].split())
    for question, wanted in words.items():
        if question.startswith('O2-'):
            continue
        wanted = words.get('O2-' + question, wanted) if optimised else wanted
        got = said.get((name, question), 'none')
        # A question that nothing could violate is not asked, which is as good as safe.
        fine = got == wanted or (wanted == 'safe' and got == 'none' and name in models)
        print('%sok - %s, %s: %s%s' % ('' if fine else 'not ', name, question, wanted,
                                       '' if fine else ', and not ' + got))
