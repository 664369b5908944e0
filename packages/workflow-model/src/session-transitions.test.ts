import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { INITIAL_SESSION_STATUS, SESSION_STATUSES, SESSION_TRANSITIONS, isTerminal } from './index.ts';

const page = readFileSync(new URL('../../../docs/session-states.md', import.meta.url), 'utf8');
// The first drawing; the second one shows the states of a QUEUED session.
const [, drawing = ''] = page.split('```');
const drawn = [...drawing.matchAll(/^ {4}(\S+) --> (\S+)(?: : (.+))?$/gm)].map(([, from, to, cause]) => ({
  from,
  to,
  cause,
}));

test('the drawing shows the transitions of the table and no others', () => {
  const between = drawn.filter(({ from, to }) => from !== '[*]' && to !== '[*]');
  expect(between).toEqual(SESSION_TRANSITIONS.map(({ from, to, cause }) => ({ from, to, cause })));
});

test('the drawing starts and ends as sessions do', () => {
  expect(drawn.filter(({ from }) => from === '[*]').map(({ to }) => to)).toEqual([INITIAL_SESSION_STATUS]);
  expect(drawn.filter(({ to }) => to === '[*]').map(({ from }) => from)).toEqual(SESSION_STATUSES.filter(isTerminal));
});

test('the states described are all states', () => {
  const described = [...page.matchAll(/^\| ((?:`[A-Z]+`(?:, )?)+) \|/gm)].flatMap(([, names]) =>
    (names as string).replaceAll('`', '').split(', '),
  );
  expect(described).toEqual([...SESSION_STATUSES]);
});

test('SUCCEEDED never changes', () => {
  expect(SESSION_TRANSITIONS.filter(({ from }) => from === 'SUCCEEDED')).toEqual([]);
});

test('FAILED and CANCELLED change only by a retry', () => {
  for (const from of ['FAILED', 'CANCELLED'] as const) {
    expect(SESSION_TRANSITIONS.filter((transition) => transition.from === from)).toEqual([
      { from, to: 'QUEUED', cause: 'retry' },
    ]);
  }
});

test('every state that is not terminal can be cancelled', () => {
  const cancellable = SESSION_TRANSITIONS.filter(({ to }) => to === 'CANCELLED').map(({ from }) => from);
  expect(cancellable).toEqual(SESSION_STATUSES.filter((status) => !isTerminal(status)));
});
