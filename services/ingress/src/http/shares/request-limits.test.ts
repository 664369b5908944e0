import { expect, test } from '@jest/globals';
import { readEnv } from '@workflow/service-runtime';
import { readHttpConfig } from '../http-config.ts';
import { openRequestLimits } from './request-limits.ts';

const ONE_AT_ONCE = { OTHER_REQUESTS_AT_ONCE: '1', PUBLIC_REQUESTS_AT_ONCE: '1' };

test.each([
  ['MAX_WAITING_REQUESTS_PER_ORGANIZATION', 'requestShares'],
  ['MAX_WAITING_REQUESTS_PER_ADDRESS', 'addressShares'],
] as const)('more requests than %s allows to wait are refused', async (variable, name) => {
  const shares = openRequestLimits(readHttpConfig(readEnv({ ...ONE_AT_ONCE, [variable]: '2' })))[name];
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, async () => (await shares.enter('a'))()));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(outcomes[3]).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS' } });
});
