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
