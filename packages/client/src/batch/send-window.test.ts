import { expect, test } from '@jest/globals';
import { createClient } from '../create-client.ts';
import { NotFoundError } from '../errors/api-error.ts';
import type { BatchResult } from './batch-run.ts';

const WORKFLOW_ID = '0197a000-0000-7000-8000-000000000000';

/** Answers batches with these lines. The workflow has another trigger each time that somebody asks. */
function serviceOf(lines: readonly object[]): typeof fetch {
  let asked = 0;
  return (url) => {
    if ((url as string).includes('/batch'))
      return Promise.resolve(new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    asked += 1;
    const trigger = { componentId: `trigger-${asked}`, type: 'input', startedByCallers: true, placeholders: [] };
    const items = [{ id: WORKFLOW_ID, name: 'Greet', triggers: [trigger] }];
    return Promise.resolve(new Response(JSON.stringify({ items, nextCursor: null })));
  };
}

test('a run whose trigger was deleted gets its refusal when there are no further tries', async () => {
  const fetch = serviceOf([
    { line: 1, httpStatus: 410, errorId: 'e', message: 'gone' },
    { line: 2, httpStatus: 200, sessionId: 's' },
  ]);
  const client = createClient({ baseUrl: 'http://localhost:3000', fetch, maxRetries: 0 });
  const results: BatchResult[] = [];
  for await (const result of client.batch([{ workflow: 'Greet' }, { workflow: 'Greet' }])) results.push(result);
  expect(results).toEqual([
    { index: 0, error: expect.any(NotFoundError) },
    { index: 1, sessionId: 's' },
  ]);
});
