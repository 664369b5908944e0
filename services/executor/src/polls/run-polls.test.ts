import { expect, test } from '@jest/globals';
import { runPolls } from './run-polls.ts';

test('an executor runs 8 polls at the same time, at most 4 of one organization', async () => {
  const claimed = Promise.withResolvers<object>();
  const claim = (limits: object): Promise<never[]> => {
    claimed.resolve(limits);
    return Promise.resolve([]);
  };
  const polling = runPolls({
    polls: { claim },
    limits: { timeoutMs: 1_000 },
    work: { delayBefore: () => Promise.resolve(null) },
    onStoreFailure: claimed.reject,
  } as never);
  expect(await claimed.promise).toMatchObject({ limit: 8, limitPerOrganization: 4 });
  await polling.stop();
});

test('running polls take places of the executor and of their organization', async () => {
  const due = ['a', 'a', 'b'].map((organizationId) => ({
    ...{ type: 'feed', organizationId, position: null, output: 'entry', failures: 0 },
    config: { url: 'https://example.com/feed', everySeconds: 60 },
  }));
  const claims: object[] = [];
  const second = Promise.withResolvers<void>();
  const claim = ({ limit, runningByOrganization }: { limit: number; runningByOrganization: Map<string, number> }) => {
    claims.push({ limit, running: Object.fromEntries(runningByOrganization) });
    if (claims.length === 2) second.resolve();
    return Promise.resolve(due.splice(0));
  };
  /** A server that does not answer. */
  const send = (_call: object, signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const polling = runPolls({
    polls: { claim },
    tools: { http: { send } },
    limits: { timeoutMs: 60_000, backoff: { factor: 2, maxMs: 1_000 } },
    work: { delayBefore: () => Promise.resolve(null) },
    onStoreFailure: second.reject,
  } as never);
  await second.promise;
  await polling.stop();
  expect(claims.slice(0, 2)).toEqual([
    { limit: 8, running: {} },
    { limit: 5, running: { a: 2, b: 1 } },
  ]);
});
