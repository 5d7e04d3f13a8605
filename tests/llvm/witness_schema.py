#!/usr/bin/env python3
"""witness_schema.py FILE... -- is each a violation witness of format 2.0?

What the format says about entries, segments and waypoints is written down here; a parser
of the part of YAML that we write (block lists, block maps, texts in double quotes,
numbers) comes with it, so that no other package is needed.  Complaints go to standard
output; the status says whether there were any.  With --print the waypoints are listed.
"""
import hashlib
import json
import os
import re
import sys


class Bad(Exception):
    pass


def parse(text):
    lines = [(len(l) - len(l.lstrip()), l.strip()) for l in text.splitlines() if l.strip()]

    def scalar(word):
        if word == '[]':
            return []
        if word.startswith('"'):
            return json.loads(word)
        if re.fullmatch(r'[0-9]+', word):
            return int(word)
        raise Bad('neither a text in quotes nor a number: ' + word)

    def block(at, indent):
        if lines[at][1].startswith('- '):
            out = []
            while at < len(lines) and lines[at][0] == indent and lines[at][1].startswith('- '):
                inner = indent + 2
                rest = lines[at][1][2:]
                if re.match(r'("[^"]*"|\w+):( |$)', rest):
                    lines[at] = (inner, rest)
                    value, at = block(at, inner)
                else:
                    value, at = scalar(rest), at + 1
                out.append(value)
            return out, at
        out = {}
        while at < len(lines) and lines[at][0] == indent:
            match = re.match(r'("(?:[^"\\]|\\.)*"|\w+):(?: (.*))?$', lines[at][1])
            if not match:
                raise Bad('no member: ' + lines[at][1])
            key = json.loads(match[1]) if match[1][0] == '"' else match[1]
            if key in out:
                raise Bad('twice: ' + key)
            if match[2] is None:
                if at + 1 >= len(lines) or lines[at + 1][0] <= indent:
                    raise Bad('nothing in ' + key)
                out[key], at = block(at + 1, lines[at + 1][0])
            else:
                out[key], at = scalar(match[2]), at + 1
        return out, at

    if text.strip() == '[]':
        return []
    value, end = block(0, 0)
    if end != len(lines):
        raise Bad('left over: ' + lines[end][1])
    return value


def want(value, keys, optional=()):
    if not isinstance(value, dict):
        raise Bad('no map: %r' % (value,))
    for key in keys:
        if key not in value:
            raise Bad('%s is missing in %s' % (key, sorted(value)))
    for key in value:
        if key not in keys and key not in optional:
            raise Bad('%s has no place here' % key)


def is_text(value, pattern):
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise Bad('%r does not fit %s' % (value, pattern))


def check_location(place):
    want(place, ['file_name', 'line'], ['column', 'function'])
    if not os.path.exists(place['file_name']):
        raise Bad('there is no file ' + place['file_name'])
    lines = open(place['file_name']).read().split('\n')
    if not 1 <= place['line'] <= len(lines):
        raise Bad('there is no line %d' % place['line'])
    if not 1 <= place.get('column', 1) <= len(lines[place['line'] - 1]):
        raise Bad('line %d has no column %d' % (place['line'], place['column']))
    return lines[place['line'] - 1][place.get('column', 1) - 1:]


def check_waypoint(point):
    want(point, ['type', 'action', 'location'], ['constraint'])
    if point['action'] != 'follow':
        raise Bad('action')
    there = check_location(point['location'])
    kind, constraint = point['type'], point.get('constraint')
    if kind == 'target':
        if constraint is not None:
            raise Bad('a target has no constraint')
    elif kind == 'branching':
        want(constraint, ['value'])
        is_text(constraint['value'], 'true|false')
        if not re.match(r'(if|while)\b', there):
            raise Bad('no branching statement: ' + there)
    elif kind == 'function_return':
        want(constraint, ['value', 'format'])
        is_text(constraint['value'], r'\\result == -?[0-9]+')
        is_text(constraint['format'], 'acsl_expression')
        if there[0] != ')':
            raise Bad('a call does not end here: ' + there)
    else:
        raise Bad('type ' + kind)
    return '%s %s:%d %s' % (kind, os.path.basename(point['location']['file_name']),
                            point['location']['line'], (constraint or {}).get('value', ''))


def check_entry(entry):
    want(entry, ['entry_type', 'metadata', 'content'])
    is_text(entry['entry_type'], 'violation_sequence')
    meta = entry['metadata']
    want(meta, ['format_version', 'uuid', 'creation_time', 'producer', 'task'])
    is_text(meta['format_version'], r'2\.0')
    is_text(meta['uuid'], '[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}')
    is_text(meta['creation_time'], r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ')
    want(meta['producer'], ['name', 'version'], ['configuration', 'command_line'])
    task = meta['task']
    want(task, ['input_files', 'input_file_hashes', 'specification', 'data_model', 'language'])
    if sorted(task['input_files']) != sorted(task['input_file_hashes']):
        raise Bad('files and hashes')
    for path, digest in task['input_file_hashes'].items():
        if hashlib.sha256(open(path, 'rb').read()).hexdigest() != digest:
            raise Bad('the hash of ' + path)
    is_text(task['specification'], r'CHECK\( init\(\w+\(\)\), LTL\(G ! .*\) \)')
    is_text(task['data_model'], 'LP64|ILP32')
    is_text(task['language'], 'C')
    if not isinstance(entry['content'], list) or not entry['content']:
        raise Bad('no content')
    said = []
    for i, item in enumerate(entry['content']):
        want(item, ['segment'])
        if len(item['segment']) != 1:
            raise Bad('a segment of ours has one waypoint')
        want(item['segment'][0], ['waypoint'])
        point = item['segment'][0]['waypoint']
        said.append(check_waypoint(point))
        if (point['type'] == 'target') != (i == len(entry['content']) - 1):
            raise Bad('the target is the last waypoint, and no other')
    return said


status = 0
for name in sys.argv[1:]:
    if name == '--print':
        continue
    try:
        entries = parse(open(name).read())
        if len(entries) != 1:
            raise Bad('%d entries' % len(entries))
        said = check_entry(entries[0])
        if '--print' in sys.argv:
            print('\n'.join(said))
    except (Bad, ValueError, OSError) as bad:
        print('%s: %s' % (name, bad))
        status = 1
sys.exit(status)
