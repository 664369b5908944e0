import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('a file declares one route', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['http/define-route.ts', '**/*.test.ts'] });
  const declared = files.map((file) => ({
    file,
    routes: readFileSync(join(import.meta.dirname, file), 'utf8').match(/\bdefineRoute[<(]/g)?.length ?? 0,
  }));
  expect(declared.filter(({ routes }) => routes === 1).length).toBeGreaterThan(80);
  expect(declared.filter(({ routes }) => routes > 1)).toEqual([]);
});
