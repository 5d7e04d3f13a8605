#!/usr/bin/env python3
"""codequality.py -- a SARIF log of phaselock as a code quality report of GitLab.

    codequality.py phaselock.sarif >gl-code-quality-report.json

GitLab wants a list of findings: a description, the name of the check, a fingerprint
that no other finding has, a severity, and a path with a line.  Violations are
major, minor or info, as their level is error, warning or note; queries that could not be
decided are info.
"""
import hashlib
import json
import sys
import urllib.parse


def place(result):
    """The path and the line of a result; a query without a place is on line 1."""
    for location in result.get('locations', []):
        physical = location.get('physicalLocation', {})
        uri = physical.get('artifactLocation', {}).get('uri')
        if uri:
            path = urllib.parse.unquote(uri)
            line = physical.get('region', {}).get('startLine', 1)
            return path[2:] if path.startswith('./') else path, line
    return result['properties']['query']['model'], 1


def findings(log):
    seen = set()
    for run in log['runs']:
        for result in run['results']:
            path, line = place(result)
            query = result['properties']['query']
            model_and_print = (query['model'],
                               result.get('partialFingerprints', {}).get('phaselock/v2', query['id']))
            number = 0
            while True:
                text = '\0'.join(model_and_print + (str(number),))
                fingerprint = hashlib.sha256(text.encode()).hexdigest()[:32]
                if fingerprint not in seen:
                    break
                number += 1
            seen.add(fingerprint)
            yield {
                'description': result['message']['text'],
                'check_name': 'phaselock/' + result['ruleId'],
                'fingerprint': fingerprint,
                'severity': {'error': 'major', 'warning': 'minor'}.get(result['level'], 'info'),
                'location': {'path': path, 'lines': {'begin': line}},
            }


def main():
    if len(sys.argv) != 2:
        sys.exit('usage: codequality.py FILE.sarif')
    with open(sys.argv[1], encoding='utf-8') as file:
        log = json.load(file)
    json.dump(list(findings(log)), sys.stdout, indent=2, ensure_ascii=False)
    print()


main()
