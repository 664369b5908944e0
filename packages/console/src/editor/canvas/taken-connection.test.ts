import { expect, test } from '@jest/globals';
import type { Pinning } from '@workflow/component-kit';
import type { LiveRun } from '../live-run.ts';
import { isTaken } from './taken-connection.ts';

const DECISION = { portField: 'choice', nullPort: 'timeout' };

function taken(port: string, step: object, pinning?: Pinning): boolean | null {
  const lastSteps = new Map([
    ['from', { status: 'SUCCEEDED', output: null, ...step }],
    ['to', { status: 'SUCCEEDED' }],
  ]);
  const run = { sessionId: 's', session: null, lastSteps } as unknown as LiveRun;
  return isTaken(run, { source: 'from', sourceHandleId: port, target: 'to', pinning });
}

test.each<[string, object, Pinning | undefined, string]>([
  ['a step', { output: { total: 1 } }, 'whole', 'next'],
  ['one of no known type', { output: 1 }, undefined, 'next'],
  ['a condition', { output: false }, 'boolean', 'false'],
  ['a switch', { output: 'large' }, 'port', 'large'],
  ['an approval', { output: { choice: 'send back', by: 'Ada' } }, DECISION, 'send back'],
  ['an approval that nobody decided', { output: null }, DECISION, 'timeout'],
  ['a callback', { output: { paid: true } }, { nullPort: 'timeout' }, 'next'],
  ['a failure', { status: 'FAILED' }, DECISION, 'error'],
])('%s is left by its port alone', (_what, step, pinning, expected) => {
  for (const port of ['next', 'false', 'large', 'send back', 'timeout', 'error'])
    expect([port, taken(port, step, pinning)]).toEqual([port, port === expected]);
});

test('without a run nothing is known', () => {
  expect(isTaken(null, { source: 'from', sourceHandleId: 'next', target: 'to' })).toBeNull();
});
