import { expect, test } from '@jest/globals';
import type { ClaimedDelivery } from '@workflow/session-store';
import { DeliveriesUnderWay } from './deliveries-under-way.ts';

const NEVER = new Promise<void>(() => undefined);

function deliveryOf(organizationId: string, hookId: string): ClaimedDelivery {
  return { organizationId, hookId, bodyBytes: 1_000 } as ClaimedDelivery;
}

test('a hook with four deliveries is busy, and an organization with deliveries is counted', () => {
  const deliveries = new DeliveriesUnderWay();
  for (let number = 0; number < 4; number += 1) deliveries.add(deliveryOf('a', 'slow'), NEVER);
  deliveries.add(deliveryOf('b', 'other'), NEVER);
  expect(deliveries.room()).toMatchObject({
    limit: 59,
    perHook: 4,
    perOrganization: 8,
    busyHooks: ['slow'],
    busyOrganizations: [
      { organizationId: 'a', count: 4 },
      { organizationId: 'b', count: 1 },
    ],
  });
});

test('there is no room for more than 64, until one is sent', async () => {
  const deliveries = new DeliveriesUnderWay();
  const first = Promise.withResolvers<void>();
  deliveries.add(deliveryOf('a', 'first'), first.promise);
  for (let number = 1; number < 64; number += 1) deliveries.add(deliveryOf(`${number}`, `${number}`), NEVER);
  expect(deliveries.room()).toBeNull();
  first.resolve();
  await new Promise(setImmediate);
  expect(deliveries.room()).toMatchObject({ limit: 1 });
});
