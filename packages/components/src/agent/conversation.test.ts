import { expect, test } from '@jest/globals';
import type { MeasuredPart } from '@workflow/component-kit/run';
import { divideParts } from './conversation.ts';

const MIB = 1024 * 1024;

function partOf(number: number, bytes: number, attempt = 1): MeasuredPart {
  const part = { kind: 'tool', turn: 1, tool: 'Find' } as const;
  return { number, part, attempt, status: 'SUCCEEDED', startedAt: new Date(0), finishedAt: new Date(0), bytes };
}

test.each<[string, MeasuredPart[], number[][]]>([
  ['nothing', [], []],
  ['small parts together', [1, 2, 3].map((number) => partOf(number, 100)), [[1, 2, 3]]],
  ['large parts alone', [1, 2, 3].map((number) => partOf(number, 10 * MIB)), [[1], [2], [3]]],
  ['parts up to 8 MiB', [1, 2, 3, 4, 5].map((number) => partOf(number, 3 * MIB)), [[1, 2], [3, 4], [5]]],
  ['all tries of a part together', [partOf(1, 5 * MIB), partOf(1, 5 * MIB, 2), partOf(2, 1)], [[1], [2]]],
])('reads %s together', (_what, parts, divisions) => {
  expect(divideParts(parts)).toEqual(divisions);
});
