import { expect, test } from '@jest/globals';
import { mayStillRun } from './may-still-run.ts';
import { planWalk } from './plan-walk.ts';

const component = (id: string) => ({ id, type: 'x', config: {} });
const plan = planWalk(
  {
    components: ['start', 'choice', 'one', 'other', 'join'].map(component),
    connections: [
      { from: 'start', port: 'next', to: 'choice' },
      { from: 'choice', port: 'true', to: 'one' },
      { from: 'choice', port: 'false', to: 'other' },
      { from: 'one', port: 'next', to: 'join' },
      { from: 'other', port: 'next', to: 'join' },
    ],
  },
  'start',
);

test.each([
  ['one', [], true],
  ['one', [['choice', 'true']], true],
  ['one', [['choice', 'false']], false],
  ['join', [['choice', 'false']], true],
  [
    'join',
    [
      ['choice', 'false'],
      ['other', 'error'],
    ],
    false,
  ],
  ['elsewhere', [], false],
] as [string, [string, string][], boolean][])('%s after %j: %j', (componentId, taken, expected) => {
  expect(mayStillRun(plan, componentId, new Map(taken))).toBe(expected);
});
