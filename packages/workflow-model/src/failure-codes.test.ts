import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { FAILURE_CODES } from './failure-codes.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');

test('docs/errors.md lists every code of sessions with whether it is retried, and no other', () => {
  const section = page.split('\n## Sessions')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\S+)/gm)].map(([, code, retried]) => [code, retried === 'yes']);
  const registered = Object.entries(FAILURE_CODES).map(([code, { retryable }]) => [code, retryable]);
  expect(rows).toEqual(registered.sort());
});
