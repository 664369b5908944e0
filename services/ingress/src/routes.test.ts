import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { makeInputCheck } from './http/routing/check-input.ts';
import { routes } from './routes.ts';

test('a file declares one route', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['http/define-route.ts', '**/*.test.ts'] });
  const declared = files.map((file) => ({
    file,
    routes: readFileSync(join(import.meta.dirname, file), 'utf8').match(/\bdefineRoute[<(]/g)?.length ?? 0,
  }));
  expect(declared.filter(({ routes }) => routes === 1).length).toBeGreaterThan(80);
  expect(declared.filter(({ routes }) => routes > 1)).toEqual([]);
});

// They are compiled at a route's first request.
test.each(routes)('the schemas of $operationId can be compiled', ({ params, query, body }) => {
  const schemas = [params, query, body].filter((schema) => schema !== undefined);
  expect(() => schemas.map((schema) => makeInputCheck(schema, 'it')('of any shape'))).not.toThrow();
});
