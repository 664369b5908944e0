import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ApiError } from './api-error.ts';
import { ERRORS } from './registry.ts';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

test('docs/errors.md lists every code of the HTTP API with its status and message, and no other', () => {
  const section = page.split('## HTTP API')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+?) \| /gm)].map(([, code, status, message]) => [
    code,
    Number(status),
    message,
  ]);
  const registered = Object.entries(ERRORS).map(([code, { status, message }]) => [code, status, message]);
  expect(rows.sort()).toEqual(registered.sort());
});

test('a value is put in where the message names it, as it is', () => {
  expect(new ApiError('ENTITY_GONE', { values: { id: '$& <id>' } }).message).toBe("Entity '$& <id>' not found");
});

test('a name that has no value stays as it is', () => {
  expect(new ApiError('ENTITY_GONE').message).toBe("Entity '<id>' not found");
});
