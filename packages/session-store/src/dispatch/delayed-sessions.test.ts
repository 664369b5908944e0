import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { newSession } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import { DUE } from './take-from-backlog.ts';

const database = useTestStore();
beforeEach(() => database.sql('TRUNCATE sessions, enqueued_batches, flow_entries, flow_wakes, session_expiries'));

const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 10, maxJobValueBytes: 1_024 };
const NO_KEYS = { concurrencyKey: '', orderKey: '' };
const HOUR = 3_600;

async function organization(flow?: Parameters<typeof publishedWorkflow>[2]) {
  const organizationId = randomUUID();
  const workflow = await publishedWorkflow(database, organizationId, flow);
  const { queries, commands } = database.store.sessions;
  const accept = async (fields: Partial<NewSession>): Promise<string> => {
    const session = newSession({ organizationId, ...workflow, enqueue: false, ...fields });
    await database.store.intake.accept(session);
    return session.id;
  };
  return {
    accept,
    /** Accepts a session that starts in an hour. */
    delayed: (fields: Partial<NewSession> = {}) =>
      accept({ flow: NO_KEYS, timing: { startAfterSeconds: HOUR }, ...fields }),
    find: async (id: string) => (await queries.find(organizationId, id))!,
    list: async (filter: Parameters<typeof queries.list>[1]) =>
      (await queries.list(organizationId, filter, { limit: 100 })).items.map(({ id }) => id),
    commands: {
      start: (id: string, { sessions } = database.store) => sessions.commands.startDelayed(organizationId, id),
      cancel: (id: string) => commands.cancel(organizationId, id),
      remove: (id: string) => commands.delete(organizationId, { type: 'user', id: randomUUID(), name: 'Ada' }, id),
      retry: (id: string) => commands.retry(organizationId, id, { from: 'start', version: 'pinned', enqueue: false }),
    },
  };
}

/** Moves the times of sessions an hour back, as if an hour had passed. */
async function anHourLater(): Promise<void> {
  const back = `interval '${HOUR} seconds'`;
  await database.sql(`UPDATE sessions SET starts_at = starts_at - ${back}, expires_at = expires_at - ${back}`);
  await database.sql(`UPDATE flow_entries SET starts_at = starts_at - ${back}`);
  await database.sql(`UPDATE session_expiries SET expires_at = expires_at - ${back}`);
}

async function round(): Promise<string[]> {
  const { dispatch } = database.store;
  await dispatch.reconcile(POLICY);
  await dispatch.admitHeld();
  return (await dispatch.enqueueBacklog(POLICY, 100)).map(({ sessionId }) => sessionId);
}

const claim = (sessionId: string) => database.store.execution.claim({ sessionId, executorId: randomUUID() });

/** Copies a session `count` times by SQL. */
async function copySession(id: string, count: number): Promise<void> {
  const [columns] = await database.sql<{ list: string }>(`SELECT string_agg(quote_ident(column_name), ', ') AS list
    FROM information_schema.columns
    WHERE table_name = 'sessions' AND is_generated = 'NEVER' AND column_name <> 'id'`);
  await database.sql(
    `INSERT INTO sessions (id, ${columns!.list})
      SELECT gen_random_uuid(), ${columns!.list} FROM sessions, generate_series(1, $2::int) WHERE id = $1`,
    [id, count],
  );
}

describe('organizations take turns, however many sessions of one are due at the same time:', () => {
  test('at the end of a delay', async () => {
    const [busyOrganization, otherOrganization] = [await organization(), await organization()];
    const first = await busyOrganization.delayed();
    await copySession(first, 5_000);
    await database.sql(
      `INSERT INTO flow_entries (session_id, organization_id, workflow_id, stage, starts_at)
        SELECT s.id, s.organization_id, s.workflow_id, e.stage, e.starts_at FROM sessions s, flow_entries e
        WHERE e.session_id = $1 AND s.id <> $1`,
      [first],
    );
    const id = await otherOrganization.delayed();
    await anHourLater();
    expect(await round()).toContain(id);
    // The round started half of 5,000 for each organization.
    expect(await database.sql('SELECT FROM flow_entries WHERE starts_at IS NOT NULL')).toHaveLength(5_001 - 2_500);
  });

  test('at the end of a wait', async () => {
    const wait = async (id: string, dueAt: Date): Promise<void> => {
      const { claimNumber } = (await claim(id))!;
      await database.store.execution.end(
        { sessionId: id, claimNumber },
        { kind: 'waiting', dueAt, childrenSeen: 0 },
        [],
      );
    };
    const inAnHour = (ms: number): Date => new Date(Date.now() + HOUR * 1_000 + ms);
    const [busyOrganization, otherOrganization] = [await organization(), await organization()];
    const [first, id] = [
      await busyOrganization.accept({ enqueue: true }),
      await otherOrganization.accept({ enqueue: true }),
    ];
    await wait(first, inAnHour(-1_000));
    await wait(id, inAnHour(0));
    await copySession(first, 1_000);
    await database.sql(
      `UPDATE sessions SET due_at = due_at - interval '2 hours', enqueued_at = enqueued_at - interval '3 hours'`,
    );
    expect(await round()).toContain(id);
    // The round handled half of 1,000 for each organization.
    expect(await database.sql(`SELECT FROM sessions WHERE ${DUE.isWaiting}`)).toHaveLength(1_001 - 500);
  });

  test('at the end of the time in which they may start', async () => {
    const [busyOrganization, otherOrganization] = [await organization(), await organization()];
    const first = await busyOrganization.accept({ timing: { expireAfterSeconds: HOUR - 60 } });
    await copySession(first, 1_000);
    await database.sql(
      `INSERT INTO session_expiries (session_id, organization_id, expires_at)
        SELECT id, organization_id, expires_at FROM sessions WHERE id <> $1`,
      [first],
    );
    const id = await otherOrganization.accept({ timing: { expireAfterSeconds: HOUR } });
    await anHourLater();
    await round();
    expect(await otherOrganization.find(id)).toMatchObject({ status: 'CANCELLED', error: { code: 'EXPIRED' } });
    // The round handled half of 1,000 for each organization.
    expect(await database.sql('SELECT FROM session_expiries')).toHaveLength(1_001 - 500);
  });
});

describe('a delayed session', () => {
  test('is not in the queue while it waits, and starts when it is due', async () => {
    const { delayed, find, list } = await organization();
    const id = await delayed();
    expect(await find(id)).toMatchObject({ status: 'QUEUED', waitingFor: 'delay', expiresAt: null });
    expect(Date.parse((await find(id)).startsAt!) - Date.now()).toBeGreaterThan((HOUR - 60) * 1_000);
    expect(await list({ waitingFor: 'delay' })).toEqual([id]);
    expect(await list({ startsFrom: new Date() })).toEqual([id]);
    expect(await list({ startsTo: new Date() })).toEqual([]);
    expect(await database.store.dispatch.look()).toEqual({
      underWay: false,
      held: false,
      moving: false,
      due: false,
    });
    expect(await round()).toEqual([]);
    expect(await claim(id)).toBeNull();

    await anHourLater();
    expect((await database.store.dispatch.look()).held).toBe(true);
    expect(await round()).toEqual([id]);
    expect(await find(id)).toMatchObject({ status: 'QUEUED', waitingFor: 'executor' });
    expect(await claim(id)).not.toBeNull();
    expect((await database.store.dispatch.look()).held).toBe(false);
  });

  test('waits for an executor since it was due, and not since it was accepted', async () => {
    const { delayed } = await organization();
    await delayed({ id: uuidv7({ msecs: Date.now() - 2 * HOUR * 1_000 }) });
    await anHourLater();
    const { dispatch, operator } = database.store;
    await dispatch.admitHeld();
    const inBacklog = await operator.readLoad();
    expect(await operator.listStuck(60)).toEqual([]);
    await round();
    const inQueue = await operator.readLoad();
    expect([inBacklog, inQueue]).toMatchObject([
      { backlog: 1, enqueued: 0 },
      { backlog: 0, enqueued: 1 },
    ]);
    for (const { oldestWaitingSeconds } of [inBacklog, inQueue]) {
      expect(oldestWaitingSeconds).toBeGreaterThan(0);
      expect(oldestWaitingSeconds).toBeLessThan(60);
    }
  });

  test('starts now if its time is past, and when somebody starts it', async () => {
    const { accept, delayed, find, commands } = await organization();
    const past = await accept({ flow: NO_KEYS, timing: { startAtMs: 0 } });
    const early = await delayed({ timing: { startAfterSeconds: HOUR, expireAfterSeconds: 60 } });
    expect(Math.abs(Date.parse((await find(past)).startsAt!) - Date.now())).toBeLessThan(60_000);
    const outcome = await commands.start(early);
    expect(outcome).toMatchObject({ kind: 'started' });
    const { startsAt, expiresAt } = await find(early);
    expect(Date.parse(expiresAt!) - Date.parse(startsAt!)).toBe(60_000);
    expect((await round()).sort()).toEqual([past, early].sort());
    expect(await commands.start(early)).toEqual({ kind: 'not-delayed' });
    expect(await commands.start(randomUUID())).toEqual({ kind: 'not-found' });
  });

  test('expires after the same number of seconds if it is started earlier, in any time zone', async () => {
    const { delayed, find, commands } = await organization();
    const [change] = await database.sql<{ days: number; name: string }>(
      `SELECT min(d) + 1 AS days, quote_ident(current_database()) AS name FROM generate_series(1, 365) d
        WHERE (now() + d * interval '24 hours') AT TIME ZONE 'Europe/Berlin' - now() AT TIME ZONE 'Europe/Berlin'
          <> d * interval '24 hours'`,
    );
    // The clocks of Berlin change before it expires.
    const expireAfterSeconds = change!.days * 24 * HOUR;
    const id = await delayed({ timing: { startAfterSeconds: HOUR, expireAfterSeconds } });
    await database.sql(`ALTER DATABASE ${change!.name} SET timezone TO 'Europe/Berlin'`);
    try {
      // The connections of another store are new, so they have this time zone.
      expect(await commands.start(id, database.another())).toMatchObject({ kind: 'started' });
    } finally {
      await database.sql(`ALTER DATABASE ${change!.name} RESET timezone`);
    }
    const { startsAt, expiresAt } = await find(id);
    expect(Date.parse(expiresAt!) - Date.parse(startsAt!)).toBe(expireAfterSeconds * 1_000);
  });

  test('is cancelled, retried immediately and not deleted before', async () => {
    const { delayed, find, commands } = await organization();
    const id = await delayed({ timing: { startAfterSeconds: HOUR, expireAfterSeconds: 60 } });
    expect(await commands.remove(id)).toMatchObject({ kind: 'under-way' });
    expect(await commands.cancel(id)).toMatchObject({ kind: 'cancelled' });
    expect((await find(id)).waitingFor).toBeNull();
    expect(await commands.retry(id)).toMatchObject({ kind: 'retried' });
    expect(await find(id)).toMatchObject({ status: 'QUEUED', waitingFor: 'executor', expiresAt: null });
    expect(Date.parse((await find(id)).startsAt!)).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await round()).toEqual([id]);
    await anHourLater();
    await anHourLater();
    expect(await round()).toEqual([]);
    expect(await claim(id)).not.toBeNull();
  });

  test('joins the order of its key when it is due', async () => {
    const { accept, delayed } = await organization({ order: { key: 'n' } });
    const flow = { concurrencyKey: '', orderKey: '"a"' };
    const [late, soon] = [
      await delayed({ flow, timing: { startAfterSeconds: HOUR } }),
      await delayed({ flow, timing: { startAfterSeconds: HOUR - 5 } }),
    ];
    const first = await accept({ flow });
    expect(await round()).toEqual([first]);
    await anHourLater();
    expect(await round()).toEqual([]);
    for (const next of [soon, late]) {
      const running = next === soon ? first : soon;
      const { claimNumber } = (await claim(running))!;
      await database.store.execution.end({ sessionId: running, claimNumber }, { kind: 'succeeded', output: null }, []);
      expect(await round()).toEqual([next]);
    }
  });

  test('is held by a pause when it is due', async () => {
    const { delayed, find } = await organization();
    const id = await delayed();
    await database.sql('UPDATE workflows SET paused_at = now() WHERE id = (SELECT workflow_id FROM sessions LIMIT 1)');
    expect((await find(id)).waitingFor).toBe('delay');
    await anHourLater();
    expect(await round()).toEqual([]);
    expect((await find(id)).waitingFor).toBe('pause');
  });
});

describe('a session that expires', () => {
  test.each<[string, Partial<NewSession>]>([
    ['in the queue', { enqueue: true }],
    ['in the backlog', {}],
    ['under flow control', { flow: { concurrencyKey: '"a"', orderKey: '' } }],
    ['while it is delayed no longer', { flow: NO_KEYS, timing: { startAtMs: 0, expireAfterSeconds: HOUR } }],
  ])('ends %s, and nothing of it runs', async (_, fields) => {
    const { accept, find, commands } = await organization();
    const id = await accept({ timing: { expireAfterSeconds: HOUR }, ...fields });
    expect(await round()).toBeDefined();
    expect((await find(id)).status).toBe('QUEUED');
    await anHourLater();
    // No executor may claim it, even before the dispatcher ends it.
    expect(await claim(id)).toBeNull();
    await round();
    expect(await find(id)).toMatchObject({
      status: 'CANCELLED',
      error: { code: 'EXPIRED', componentId: null },
      startedAt: null,
    });
    expect(await database.sql('SELECT FROM session_expiries')).toEqual([]);
    expect(await database.sql('SELECT FROM flow_entries')).toEqual([]);
    expect(await commands.retry(id)).toMatchObject({ kind: 'retried' });
    await anHourLater();
    await round();
    expect(await claim(id)).not.toBeNull();
  });

  test('does not expire once it was claimed, whatever becomes of it', async () => {
    const { accept, find } = await organization();
    const id = await accept({ enqueue: true, timing: { expireAfterSeconds: HOUR } });
    const first = await claim(id);
    await database.store.execution.end({ sessionId: id, claimNumber: first!.claimNumber }, { kind: 'released' }, []);
    await anHourLater();
    await round();
    expect((await find(id)).status).toBe('QUEUED');
    expect(await database.sql('SELECT FROM session_expiries')).toEqual([]);
    expect(await claim(id)).not.toBeNull();
  });
});
