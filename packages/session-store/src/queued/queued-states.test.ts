import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  firstState,
  HELD,
  isEnqueued,
  isHeld,
  isInBacklog,
  QUEUED_TRANSITIONS,
  waitsUntilDue,
} from './queued-states.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const STATES = 'packages/session-store/src/queued/queued-states.ts';
/** This file contains the values as examples. */
const EXAMPLES = 'packages/session-store/src/queued/queued-states.test.ts';

/** SQL and parameters that contain a value of `sessions.enqueued_at`, or compare it with `due_at`. */
const VALUES = [
  /enqueued_at\s*(?:[=<>]+|IS (?:NOT )?DISTINCT FROM)\s*'-?infinity'/,
  /enqueued_at IS (?:NOT )?NULL/,
  /enqueued_at = NULL/,
  /enqueued_at\s*[<>]=?\s*(?:\w+\.)?due_at/,
  /due_at\s*[<>]=?\s*(?:\w+\.)?enqueued_at/,
  /(?:coalesce|num_nulls)\((?:\w+\.)?enqueued_at/,
  /NULL ELSE (?:\w+\.)?enqueued_at/,
  /enqueued_at: (?:null|'infinity')/,
  /name: 'enqueued_at',\s*from: ['`]/,
];

function hasValue(source: string): boolean {
  return (
    VALUES.some((value) => value.test(source)) ||
    source.split('`').some((text) => text.includes('INSERT INTO sessions ') && text.includes(`'infinity'`))
  );
}

test.each([
  "s.enqueued_at = 'infinity'",
  's.enqueued_at IS NOT NULL',
  'SET enqueued_at = NULL',
  'enqueued_at < due_at',
  's.due_at <= s.enqueued_at',
  'coalesce(s.enqueued_at, now())',
  'THEN NULL ELSE s.enqueued_at END',
  '{ enqueued_at: null }',
  "`INSERT INTO sessions (id, enqueued_at) VALUES ($1, 'infinity')`",
  "{ name: 'enqueued_at', from: 'CASE WHEN i.enqueue THEN now() END' }",
])('"%s" contains a value of the states', (text) => {
  expect(hasValue(text)).toBe(true);
});

test('no other file contains the values of the states', () => {
  const files = globSync('{packages,services,test,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/generated/**', EXAMPLES],
  });
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => hasValue(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test('the conditions name the column of a table, or of the only one', () => {
  expect([isHeld('s'), isInBacklog(), isEnqueued('s'), waitsUntilDue(), waitsUntilDue('s')]).toEqual([
    `s.enqueued_at = ${HELD}`,
    'enqueued_at IS NULL',
    `s.enqueued_at < ${HELD}`,
    'enqueued_at < due_at',
    's.enqueued_at < s.due_at',
  ]);
});

test('a session that begins is on hold before it is enqueued, and otherwise in the backlog', () => {
  expect([firstState({ enqueued: 'a' }), firstState({ held: 'b', enqueued: 'a' }, 'clock_timestamp()')]).toEqual([
    'CASE WHEN a THEN now() END',
    `CASE WHEN b THEN ${HELD} WHEN a THEN clock_timestamp() END`,
  ]);
});

test('docs/session-states.md draws the changes of the table and no others, and names each value', () => {
  const page = readFileSync(join(ROOT, 'docs/session-states.md'), 'utf8');
  const section = page.split('## States of a QUEUED session')[1]!.split('\n## ')[0]!;
  const drawn = [...section.matchAll(/^ {4}(\S+) --> (\S+) : (.+)$/gm)].map(([, from, to, cause]) => ({
    from,
    to,
    cause,
  }));
  expect(drawn).toEqual(QUEUED_TRANSITIONS.map(({ from, to, cause }) => ({ from, to, cause })));
  const listed = [...section.matchAll(/^\| (held|backlog|enqueued) \| (infinity|NULL|a time) \|/gm)].map(
    ([, state]) => state!,
  );
  expect(listed.sort()).toEqual(['backlog', 'enqueued', 'held']);
});

test('the statements of the table exist', () => {
  const sources = globSync('packages/session-store/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
    .filter((file) => file !== STATES && !file.includes('/generated/'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const names = new Set(QUEUED_TRANSITIONS.flatMap(({ statements }) => statements));
  expect([...names].filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
});
