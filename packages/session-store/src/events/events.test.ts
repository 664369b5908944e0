import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Json } from '@workflow/workflow-model';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';
import { poison } from '../../test/poison.ts';
import type { OnBackoff } from '../fair-turns/fair-rounds.ts';

const MIB = 1024 * 1024;
const SYSTEM = { type: 'system', id: null, name: 'test' } as const;
const ROOM = {
  limit: 64,
  perHook: 4,
  perOrganization: 8,
  maxBytesPerOrganization: 2 * MIB,
  maxBytes: 4 * MIB,
  busyOrganizations: [],
  busyHooks: [],
  forMs: 60_000,
};

let backoffs: Parameters<OnBackoff>[0][];
let hostile: string;
let neighbour: string;
const database = useTestStore({ onBackoff: (aside) => void backoffs.push(aside) });
beforeEach(() => {
  backoffs = [];
  hostile = randomUUID();
  neighbour = randomUUID();
});
afterEach(() => database.sql('TRUNCATE session_events, event_deliveries, event_bodies, event_hooks, set_asides'));

async function addHooks(organizationId: string, count = 1): Promise<void> {
  for (let created = 0; created < count; created += 1)
    await database.store.management.organization(organizationId).createEventHook(SYSTEM, {
      url: 'https://example.com',
      events: ['session.succeeded'],
      workflowIds: null,
    });
}

async function endSession(organizationId: string, output: Json = 'done'): Promise<string> {
  const { fence } = await runningSession(database.store, { organizationId });
  await database.store.execution.end(fence, { kind: 'succeeded', output }, []);
  return fence.sessionId;
}

async function deliveriesOf(organizationId: string): Promise<number> {
  const sql = 'SELECT count(*)::int AS count FROM event_deliveries WHERE organization_id = $1';
  return (await database.sql<{ count: number }>(sql, [organizationId]))[0]!.count;
}

test('the body of an event is stored once for all hooks, and each delivery sends it', async () => {
  await addHooks(neighbour, 5);
  const sessionId = await endSession(neighbour, { zeta: 'é', alpha: 1 });
  expect(await database.store.events.spread()).toBe(1);
  expect(await database.sql('SELECT bytes = octet_length(body) AS whole FROM event_bodies')).toEqual([{ whole: true }]);
  const claimed = await database.store.events.claim(ROOM);
  expect(claimed).toHaveLength(5);
  for (const delivery of claimed) {
    const body = String(await database.store.events.readBody(delivery));
    expect(body).toContain('"output":{"zeta":"é","alpha":1}');
    expect(JSON.parse(body)).toMatchObject({ type: 'session.succeeded', data: { id: sessionId, status: 'SUCCEEDED' } });
    expect(Buffer.byteLength(body)).toBe(delivery.bodyBytes);
  }
});

test('one transaction takes in a bounded number of bytes, and each end is handled once', async () => {
  await addHooks(neighbour);
  for (let created = 0; created < 5; created += 1) await endSession(neighbour, 'x'.repeat(3 * MIB));
  const handled: number[] = [];
  for (let round = 0; round < 3; round += 1) handled.push(await database.store.events.spread());
  expect(handled).toEqual([3, 2, 0]);
  expect(await deliveriesOf(neighbour)).toBe(5);
});

test('an organization whose events cannot be spread is left out for growing pauses, others are served', async () => {
  for (const organizationId of [hostile, neighbour]) {
    await addHooks(organizationId);
    await endSession(organizationId);
  }
  const cure = await poison(database, { table: 'event_deliveries', on: 'INSERT', organizationId: hostile });
  await database.store.events.spread();
  expect(await deliveriesOf(neighbour)).toBe(1);
  expect(backoffs).toMatchObject([{ work: 'events', organizationId: hostile, failures: 1, pauseMs: 1_000 }]);
  expect(await database.sql('SELECT organization_id AS id, work FROM set_asides')).toEqual([
    { id: hostile, work: 'events' },
  ]);
  expect(database.store.backoffs()).toMatchObject({ events: 1, deliveries: 0 });
  await endSession(neighbour);
  await database.store.events.spread();
  expect(await deliveriesOf(neighbour)).toBe(2);
  expect(backoffs).toHaveLength(1);

  await waitFor(
    async () => {
      await database.store.events.spread();
      return backoffs.length === 2;
    },
    { what: 'the second pause' },
  );
  expect(backoffs[1]).toMatchObject({ failures: 2, pauseMs: 2_000 });
  await cure();
  await waitFor(
    async () => {
      await database.store.events.spread();
      return (await deliveriesOf(hostile)) === 1;
    },
    { what: 'the events of the organization that was left out' },
  );
  expect(await database.sql('SELECT work FROM set_asides')).toEqual([]);
});

test('an organization whose deliveries cannot be claimed is found and left out, and others are served', async () => {
  const organizations = [hostile, neighbour, randomUUID(), randomUUID(), randomUUID()];
  for (const organizationId of organizations) {
    await addHooks(organizationId);
    await endSession(organizationId);
  }
  await database.store.events.spread();
  const cure = await poison(database, { table: 'event_deliveries', on: 'UPDATE', organizationId: hostile });
  const claimed = await database.store.events.claim(ROOM);
  expect(new Set(claimed.map(({ organizationId }) => organizationId))).toEqual(new Set(organizations.slice(1)));
  expect(backoffs).toMatchObject([{ work: 'deliveries', organizationId: hostile }]);
  await endSession(neighbour);
  await database.store.events.spread();
  expect(await database.store.events.claim(ROOM)).toMatchObject([{ organizationId: neighbour }]);
  await cure();
  const late = await waitFor(async () => (await database.store.events.claim(ROOM))[0] ?? null, {
    what: 'the delivery of the organization that was left out',
  });
  expect(late.organizationId).toBe(hostile);
});

test('a claim takes at most as many deliveries of one hook as may be sent to it', async () => {
  await addHooks(neighbour);
  for (let created = 0; created < 6; created += 1) await endSession(neighbour);
  while ((await database.store.events.spread()) > 0);
  const claimed = await database.store.events.claim(ROOM);
  expect(claimed).toHaveLength(4);
  // Two more are due. Deliveries that are being sent count as well.
  const busyHooks = [claimed[0]!.hookId];
  expect(await database.store.events.claim({ ...ROOM, busyHooks })).toEqual([]);
  const busyOrganizations = [{ organizationId: neighbour, count: 7, bytes: 0 }];
  expect(await database.store.events.claim({ ...ROOM, busyOrganizations })).toHaveLength(1);
});

test('large and many deliveries of one organization leave room for those of another', async () => {
  await addHooks(hostile, 20);
  await addHooks(neighbour);
  await endSession(hostile, 'x'.repeat(MIB - 10_000));
  await endSession(hostile);
  await endSession(neighbour, 'x'.repeat(MIB));
  while ((await database.store.events.spread()) > 0);
  const claimed = await database.store.events.claim(ROOM);
  const claimedOfHostile = claimed.filter(({ organizationId }) => organizationId === hostile);
  expect(claimed).toHaveLength(claimedOfHostile.length + 1);
  expect(claimedOfHostile.length).toBeLessThanOrEqual(8);
  expect(claimedOfHostile.filter(({ bodyBytes }) => bodyBytes > MIB / 2).length).toBeLessThanOrEqual(2);

  const busyOrganizations = [{ organizationId: hostile, count: claimedOfHostile.length, bytes: 4 * MIB }];
  await endSession(neighbour);
  await database.store.events.spread();
  const next = await database.store.events.claim({ ...ROOM, busyOrganizations });
  expect(next.filter(({ organizationId }) => organizationId === neighbour)).toHaveLength(1);
});
