import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { filesToTest } from '../scripts/changed-tests.ts';

const ROOT = join(import.meta.dirname, '..');

test.each([
  ['a page of the console', 'packages/console/src/main.tsx', 'test/console/editor.test.ts'],
  ['a route', 'services/ingress/src/main.ts', 'test/contract/sessions.test.ts'],
  ['a document', 'docs/environment.md', 'test/docs-environment.test.ts'],
  ['the README', 'README.md', 'test/system/readme-commands.test.ts'],
  ['the tour', 'docs/tour.md', 'test/system/readme-commands.test.ts'],
])('a change of %s runs the tests that start it as a process or read it', (_what, changed, expected) => {
  expect(filesToTest([changed], ROOT)).toContain(expected);
});

test('a changed source is handed on, and a deleted one is not', () => {
  expect(filesToTest(['test/load/load.ts', 'test/load/gone.ts'], ROOT)).toEqual(['test/load/load.ts']);
});

test('every test that is named exists', () => {
  const all = filesToTest(['packages/console/', 'packages/local-stack/', 'services/', 'docs/', 'prisma/'], ROOT);
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
