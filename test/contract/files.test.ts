import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import pg from 'pg';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const PAPER = { key: 'paper', type: 'FILE' };
const PAPERS = { key: 'papers', type: 'LIST', items: 'FILE' };

const system = useContractSystem();

async function upload(text: string) {
  const response = await fetch(new URL('/v1/files?name=a.txt', system.ingressUrls[0]), {
    method: 'POST',
    headers: { 'x-api-key': system.organization.apiKey, 'content-type': 'text/plain' },
    body: text,
  });
  return (await response.json()) as { fileId: string; name: string };
}

async function statusOf(fileId: string): Promise<number> {
  const response = await fetch(new URL(`/v1/files/${fileId}`, system.ingressUrls[1]), {
    headers: { 'x-api-key': system.organization.apiKey },
  });
  await response.arrayBuffer();
  return response.status;
}

/** Returns how many sessions refer to each file. */
async function usesOf(fileIds: readonly string[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: system.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ uses: number }>(
      `SELECT (SELECT count(*) FROM file_uses u WHERE u.file_id = f.id)::int AS uses
        FROM unnest($1::uuid[]) WITH ORDINALITY AS f(id, position) ORDER BY position`,
      [fileIds],
    );
    return rows.map(({ uses }) => uses);
  } finally {
    await client.end();
  }
}

test('a file goes through components as its value, each session names it, and it ends with the last', async () => {
  const childStart = input(PAPER);
  const child = await system.api.publish('Reads a file', chain(childStart, output({ name: '{{ paper.name }}' })));
  const start = input(PAPER, PAPERS);
  const call = component(
    'run-workflow',
    { workflowId: child, componentId: childStart.id, placeholderValues: { paper: '{{ papers[0] }}' }, wait: true },
    { output: 'called' },
  );
  const workflowId = await system.api.publish(
    'Has files',
    chain(start, call, output({ paper: '{{ paper }}', papers: '{{ papers }}', called: '{{ called }}' })),
  );
  const [one, two] = [await upload('one'), await upload('two')];
  const values = { paper: one.fileId, papers: [two.fileId] };
  const { body } = await system.api.run(workflowId, start.id, values, { prefer: 'wait=30' });
  expect(body).toMatchObject({
    status: 'SUCCEEDED',
    placeholderValues: { paper: one, papers: [two] },
    output: { paper: one, papers: [two] },
  });
  expect(JSON.stringify(body['output'])).toContain('a.txt');
  expect(await usesOf([one.fileId, two.fileId])).toEqual([1, 2]);
  const sessionId = String(body['sessionId']);
  const deleted = await system.api.request('DELETE', `/v1/sessions/${sessionId}`);
  expect(deleted.status).toBe(204);
  await waitFor(async () => (await statusOf(one.fileId)) === 404);
  await waitFor(async () => (await statusOf(two.fileId)) === 404);
});

test('a file in a pinned output stays as long as the session of the test', async () => {
  const start = input();
  const fetched = component('http-request', { method: 'GET', url: 'http://127.0.0.1:9/' }, { output: 'fetched' });
  const workflowId = await system.api.publish('Pins', chain(start, fetched, output('{{ fetched.body }}')));
  const paper = await upload('pinned');
  const pinned = { status: 200, headers: {}, body: paper };
  const answer = await system.api.request(
    'POST',
    '/v1/workflow/run',
    { workflowId, componentId: start.id, mode: 'TEST', pinnedOutputs: { [fetched.id]: pinned } },
    { prefer: 'wait=30' },
  );
  expect(answer.body).toMatchObject({ status: 'SUCCEEDED', output: paper });
  expect(await usesOf([paper.fileId])).toEqual([1]);
});

test('a value that names a file of another organization opens nothing', async () => {
  const start = input({ key: 'stolen', type: 'JSON' });
  const send = component('http-request', {
    method: 'POST',
    url: 'http://127.0.0.1:9/',
    bodyType: 'file',
    body: '{{ stolen }}',
  });
  const paper = await upload('secret');
  const stranger = await system.createOrganization();
  const api = system.as(stranger.apiKey);
  const workflowId = await api.publish('Steals', chain(start, send));
  const { body } = await api.run(workflowId, start.id, { stolen: paper }, { prefer: 'wait=30' });
  expect(body).toMatchObject({ status: 'FAILED', error: { code: 'FILE_MISSING' } });
  expect(await usesOf([paper.fileId])).toEqual([0]);
});
