import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

test('an operation under way is stopped by its own organization alone', async () => {
  const { intake, operations } = database.store;
  const [ownOrganization, otherOrganization] = [randomUUID(), randomUUID()];
  await intake.accept(newSession({ organizationId: ownOrganization, enqueue: false }));
  const request = { action: 'cancel', filter: {}, fromStart: false, perMinute: null, dryRun: false } as const;
  const { id } = await operations.start(ownOrganization, request);
  expect(await operations.find(otherOrganization, id)).toBeNull();
  expect(await operations.stop(otherOrganization, id)).toBeNull();
  expect(await operations.find(ownOrganization, id)).toMatchObject({ status: 'RUNNING', matched: 1 });
  expect(await operations.stop(ownOrganization, id)).toMatchObject({ status: 'STOPPED', done: 0 });
  expect(await operations.work()).toBe(false);
});
