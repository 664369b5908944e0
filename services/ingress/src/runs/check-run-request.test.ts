import { expect, test } from '@jest/globals';
import { findFurtherProblems } from './check-run-request.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const NOT_A_DATE = 'startAt must be an ISO-8601 date or date-time';
const BOTH = 'startAt and startAfterSeconds must not be sent together';

test.each<[unknown, string[]]>([
  [{ startAt: 'soon' }, [NOT_A_DATE]],
  [{ startAt: 'soon', pinnedOutputs: 5 }, ['pinnedOutputs is for mode TEST, not for PROD', NOT_A_DATE]],
  [{ startAt: 'soon', pinnedOutputs: 5, mode: 'TEST' }, [NOT_A_DATE]],
  [{ startAt: 'soon', startAfterSeconds: 'x' }, [BOTH, NOT_A_DATE]],
])('reports for %j every problem that the schema does not report', (body, problems) => {
  expect(findFurtherProblems(body, NOW)).toEqual(problems);
});

test.each<[unknown]>([
  [null],
  ['soon'],
  [[{ startAt: 'soon' }]],
  [{}],
  [{ startAt: 5 }],
  [{ startAt: null }],
  [{ startAt: `2026-11-29T12:00[${'a'.repeat(200)}]` }],
  [{ mode: 'test', onlyThisComponent: true }],
  [{ startAfterSeconds: 'x', expireAfterSeconds: [] }],
])('leaves %j to the schema', (body) => {
  expect(findFurtherProblems(body, NOW)).toEqual([]);
});
