"""report.py -- is a code quality report what GitLab wants?

    report.py REPORT COUNT    COUNT findings, each with all members, none twice
"""
import json
import sys

with open(sys.argv[1], encoding='utf-8') as file:
    findings = json.load(file)
assert isinstance(findings, list) and len(findings) == int(sys.argv[2]), len(findings)
for finding in findings:
    assert set(finding) == {'description', 'check_name', 'fingerprint', 'severity', 'location'}
    assert finding['severity'] in ('info', 'minor', 'major', 'critical', 'blocker')
    assert finding['description'] and finding['check_name'].startswith('phaselock/')
    path, line = finding['location']['path'], finding['location']['lines']['begin']
    assert path and not path.startswith(('/', './')) and '%' not in path, path
    assert isinstance(line, int) and line >= 1
assert len({finding['fingerprint'] for finding in findings}) == len(findings), 'fingerprints'
