#!/usr/bin/env bash
# many_errors.sh -- many errors in one text cost hardly more than few.
source "$(dirname "$0")/common.sh"
P='process P { skip; }'

{ echo 'process P {'; copies 100000 'raed a;'; echo '}'; } >x.eml
refuses "100,000 syntax errors" "99950 more errors not shown"
{ seq 100000 | sed 's/.*/field f&;/'; echo 'process P {'; seq 100000 | sed 's/.*/read g&;/'; echo '}'; } >x.eml
expect 2 "refused: 100,000 unknown names" careful lint -q x.eml
says "refused: 100,000 unknown names: says how many" "99950 more errors not shown"
{ echo 'lock l; process P {'; copies 50000 'if (*) { lock l; }'; echo '}'; } >x.eml
expect 2 "refused: 50,000 branches with and without a lock" careful lint -q x.eml
{ seq 50000 | sed 's/.*/process P& { unlock l; }/'; echo 'lock l;'; } >x.eml
expect 2 "refused: 50,000 bodies with a wrong unlock" careful lint -q x.eml
copies 100000 '}' >x.eml; refuses "100,000 braces that close nothing" "closes nothing"
copies 100000 '/* comment */ /**/' >x.eml; echo "$P" >>x.eml; accepts "200,000 comments"
expect 0 "200,000 comments are formatted" careful fmt --check x.eml
done_testing
