import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { HELD, isEnqueued, isHeld, isInBacklog } from './queued-states.ts';

const SOURCES = join(import.meta.dirname, '..');
const ROOT = join(SOURCES, '../../..');

test('no other file knows the values of the states', () => {
  const knowing = globSync('**/*.ts', { cwd: SOURCES, exclude: ['generated/**', '**/*.test.ts'] }).filter((file) =>
    /enqueued_at\s*(?:=|<|>|<>)\s*'-?infinity'|enqueued_at IS NULL|enqueued_at = NULL/.test(
      readFileSync(join(SOURCES, file), 'utf8'),
    ),
  );
  expect(knowing).toEqual(['queued/queued-states.ts']);
});

test('the conditions name the column of a table, or of the only one', () => {
  expect([isHeld('s'), isInBacklog(), isEnqueued('s')]).toEqual([
    `s.enqueued_at = ${HELD}`,
    'enqueued_at IS NULL',
    `s.enqueued_at < ${HELD}`,
  ]);
});

test('docs/session-states.md draws the states, and names each value', () => {
  const page = readFileSync(join(ROOT, 'docs/session-states.md'), 'utf8');
  const section = page.split('## States of a QUEUED session')[1]!.split('\n## ')[0]!;
  const drawn = new Set([...section.matchAll(/^ +(\w+) --> (\w+)/gm)].flatMap(([, from, to]) => [from!, to!]));
  const listed = [...section.matchAll(/^\| (held|backlog|enqueued) \| (infinity|NULL|a time) \|/gm)].map(
    ([, state]) => state!,
  );
  expect([...drawn].sort()).toEqual(['backlog', 'enqueued', 'held']);
  expect(listed.sort()).toEqual(['backlog', 'enqueued', 'held']);
});
