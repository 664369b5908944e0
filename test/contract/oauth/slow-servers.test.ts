import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { endToken, signedIn, startOAuthLab, type OAuthLab } from './oauth-lab.ts';

const CLIENT = { grant: 'client-credentials' } as const;

let lab: OAuthLab;
beforeAll(async () => {
  lab = await startOAuthLab({
    executors: 2,
    env: { OAUTH_TIMEOUT_MS: '1500', EXECUTOR_DEAD_AFTER_MS: '4000' },
  });
});
afterAll(() => lab?.stop());
afterEach(() => {
  lab.server.gate = null;
});

test.each<[string, (answer: { writeHead(status: number): { end(): void } }) => Promise<boolean>]>([
  ['is slow', () => pause(1_700, false)],
  [
    'answers 503',
    async (response) => {
      response.writeHead(503).end();
      return false;
    },
  ],
])('a server that %s changes nothing, and is asked again', async (_what, answer) => {
  const id = await signedIn(lab);
  const caller = await lab.caller(id);
  await endToken(lab, id);
  lab.server.gate = (_request, response) => answer(response);
  const failed = await caller.run();
  expect(failed).toMatchObject({ status: 'FAILED', error: { code: expect.stringMatching(/^HTTP_/) } });
  expect(await lab.show(id)).toMatchObject({ status: 'ready' });
  lab.server.gate = null;
  await lab.query('UPDATE credential_grants SET retry_at = NULL WHERE id = $1', [id]);
  expect(await caller.run()).toMatchObject({ status: 'SUCCEEDED' });
});

test('when who asks is killed before the answer is stored, another one asks after its lease', async () => {
  const id = await lab.credential(CLIENT);
  const caller = await lab.caller(id);
  lab.server.log.length = 0;
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // The server issues a token, and its answer never arrives.
  lab.server.gate = (_request, response) => {
    const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
    response.end = (...parts: unknown[]) => {
      asked.resolve();
      void held.promise.then(() => end(...parts));
      return response;
    };
    return Promise.resolve(true);
  };
  const run = caller.run();
  await asked.promise;
  const [first, second] = lab.system.executors;
  const loads = await lab.query(
    'SELECT count(*)::int AS n FROM credential_grants WHERE id = $1 AND leased_until > now()',
    [id],
  );
  expect(loads).toEqual([{ n: 1 }]);
  const busy = await lab.query(
    `SELECT e.host FROM sessions s JOIN executors e ON e.id = s.executor_id WHERE s.status = 'RUNNING'
      AND s.workflow_id = $1`,
    [caller.workflowId],
  );
  const holder = String(busy[0]!['host']).endsWith(`:${first!.pid}`) ? first! : second!;
  lab.server.gate = null;
  await holder.kill();
  held.resolve();
  expect(await run).toMatchObject({ status: 'SUCCEEDED' });
  expect(lab.server.log.map(({ status }) => status)).toEqual([200, 200]);
});
