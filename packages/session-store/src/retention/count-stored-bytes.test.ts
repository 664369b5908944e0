import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

const SYSTEM = { type: 'system', id: null, name: 'test' } as const;

/** Creates an organization with a quota of stored bytes, and one session with a text of this length. */
async function storing(length: number) {
  const organizationId = randomUUID();
  const management = database.store.management.organization(organizationId);
  await management.putQuotas(SYSTEM, { maxStoredBytes: 1e9 });
  const placeholderValuesJson = JSON.stringify({ text: 'x'.repeat(length) });
  await database.store.intake.accept(newSession({ organizationId, placeholderValuesJson }));
  return () => management.readStoredBytes();
}

test('stored bytes count for the organization that stores them', async () => {
  const [small, large] = [await storing(1_000), await storing(100_000)];
  await database.store.retention.countStoredBytes(() => false);
  for (const [read, length] of [
    [small, 1_000],
    [large, 100_000],
  ] as const) {
    const bytes = await read();
    expect(bytes).toBeGreaterThan(length);
    expect(bytes).toBeLessThan(length + 1_000);
  }
});
