import { expect, test } from '@jest/globals';
import { createClient } from '../create-client.ts';
import { BadRequestError } from '../errors/api-error.ts';

const WORKFLOW_ID = '0197a000-0000-7000-8000-000000000000';

test('a workflow that was not published is looked up again for the next run', async () => {
  const trigger = (type: string) => ({
    componentId: `the-${type}`,
    type,
    startedByCallers: type === 'input',
    placeholders: [],
  });
  const workflow = { id: WORKFLOW_ID, name: 'Greet', triggers: [trigger('webhook'), trigger('input')] };
  let isPublished = false;
  const started: string[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    if ((url as string).includes('/startable-workflows')) {
      const items = isPublished || (url as string).includes('mode=TEST') ? [workflow] : [];
      return Promise.resolve(Response.json({ items, nextCursor: null }));
    }
    const { componentId } = JSON.parse(init?.body as string) as { componentId: string };
    started.push(componentId);
    return Promise.resolve(Response.json({ componentId, message: 'answer' }, { status: isPublished ? 200 : 400 }));
  };
  const client = createClient({ baseUrl: 'http://localhost:3000', fetch });
  await expect(client.run(WORKFLOW_ID, {})).rejects.toThrow(BadRequestError);
  isPublished = true;
  await client.run(WORKFLOW_ID, {});
  await client.run(WORKFLOW_ID, {});
  expect(started).toEqual(['the-webhook', 'the-input', 'the-input']);
});
