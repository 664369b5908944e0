import { expect, test } from '@jest/globals';
import { StoreOverloadedError } from '@workflow/session-store';
import { PendingShares } from './pending-shares.ts';

test('an organization alone is not bounded, and has half while another waits', () => {
  const shares = new PendingShares(4);
  for (let n = 0; n < 4; n += 1) shares.enter('a');
  shares.enter('b');
  expect(() => shares.enter('a')).toThrow(StoreOverloadedError);
  shares.enter('b');
  expect(() => shares.enter('b')).toThrow(StoreOverloadedError);
  for (let n = 0; n < 3; n += 1) shares.leave('a');
  shares.enter('a');
  expect(() => shares.enter('a')).toThrow(StoreOverloadedError);
  for (let n = 0; n < 2; n += 1) shares.leave('b');
  shares.enter('a');
});
