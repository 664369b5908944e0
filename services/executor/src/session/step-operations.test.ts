import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { UsedOperation } from '@workflow/component-kit';
import { operationOf } from './step-operations.ts';

const APP = randomUUID();

test.each([
  ['nothing', 1],
  [APP, 0],
  [APP, 1.5],
  [APP, 3_000_000_000],
])('the app %s does not exist in the version %d, which the store is not asked for', async (appId, version) => {
  const used = { appId, version, key: 'one' } as UsedOperation;
  const find = () => Promise.reject(new Error('the store was asked'));
  await expect(operationOf(find, randomUUID(), used)).rejects.toMatchObject({ code: 'APP_MISSING' });
});
