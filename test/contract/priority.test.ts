import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { describeEachBackend, queuedStates, waitFor } from '@workflow/test-harness';
import pg from 'pg';
import { startContractSystem, type ContractSystem } from './contract-system.ts';
import { limitedWorkflows, type LimitedWorkflow } from './limited-workflows.ts';
import { startThirdPartyServer } from './third-party-server.ts';

/** The number of sessions that the executor can run at the same time. */
const PLACES = 2;

describeEachBackend('precedence', (backend) => {
  let system: ContractSystem;
  let database: pg.Client;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  const { publish, run, running, allEnd } = limitedWorkflows(
    () => system,
    () => thirdParty,
  );

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    const env = { HTTP_ALLOWED_ADDRESSES: '127.0.0.1', EXECUTOR_CONCURRENCY: String(PLACES) };
    system = await startContractSystem({ backend, env });
    database = new pg.Client({ connectionString: system.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    thirdParty?.stop();
    await database?.end();
    await system?.stop();
  });
  beforeEach(() => void thirdParty.calls.splice(0));

  /** Occupies all slots until the third party releases them, so that sessions started in the meantime wait. */
  async function takePlaces(): Promise<string[]> {
    const blocker = await publish({}, 'held');
    const ids: string[] = [];
    for (let n = 0; n < PLACES; n += 1) ids.push(await run(blocker, { key: 'blocker', n }));
    await waitFor(async () => (await running(ids)) === PLACES);
    return ids;
  }

  async function start(workflow: LimitedWorkflow, key: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await run(workflow, { key, n }));
    return ids;
  }

  /** Returns the keys of the sessions in the order of their calls. */
  const keysCalled = (): string[] =>
    thirdParty.calls
      .map(({ url }) => new URL(url, 'http://third').searchParams.get('key') ?? '')
      .filter((key) => key !== 'blocker');

  /**
   * Waits until this many sessions were accepted and all except the next few are in the backlog in order of precedence,
   * then releases the slots.
   */
  async function releaseInOrder(count: number): Promise<void> {
    await waitFor(async () => {
      const { rows } = await database.query<{ backlogged: boolean }>(
        `SELECT status = 'QUEUED' AND ${queuedStates.isInBacklog()} AS backlogged FROM sessions
          WHERE finished_at IS NULL`,
      );
      const backlogged = rows.filter((row) => row.backlogged).length;
      return rows.length === count + PLACES && backlogged >= count - PLACES;
    });
    thirdParty.release();
  }

  const averagePlace = (key: string): number => {
    const places = keysCalled().flatMap((each, place) => (each === key ? [place] : []));
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  };

  test('what waits starts by priority, also where it was in the queue already', async () => {
    const [low, normal, high] = [
      await publish({ priority: 'low' }, 20),
      await publish({}, 20),
      await publish({ priority: 'high' }, 20),
    ];
    const ids = await takePlaces();
    ids.push(...(await start(low, 'low', 8)), ...(await start(normal, 'normal', 8)), ...(await start(high, 'high', 8)));
    await releaseInOrder(24);
    await allEnd(ids);
    expect(averagePlace('high')).toBeLessThan(averagePlace('normal'));
    expect(averagePlace('normal')).toBeLessThan(averagePlace('low'));
    // At most one of the first eight was reserved for the lower priority, and some had been taken before the others
    // arrived.
    expect(
      keysCalled()
        .slice(0, 8 + PLACES)
        .filter((key) => key === 'high').length,
    ).toBeGreaterThanOrEqual(7);
  });

  test('a run that is waited for overtakes others that name no priority', async () => {
    const workflow = await publish({}, 20);
    const ids = await takePlaces();
    ids.push(...(await start(workflow, 'others', 12)));
    const waiting = system.clients[0]!.run(
      workflow.workflowId,
      workflow.start,
      { key: 'waited', n: 1 },
      { prefer: 'wait=60' },
    );
    await releaseInOrder(13);
    const waited = await waiting;
    expect(waited.body).toMatchObject({ status: 'SUCCEEDED' });
    expect(keysCalled().indexOf('waited')).toBeLessThan(6);
    await allEnd(ids);
  });

  test('workflows of one organization take turns', async () => {
    const [busy, quiet] = [await publish({}, 20), await publish({}, 20)];
    const ids = await takePlaces();
    ids.push(...(await start(busy, 'busy', 16)), ...(await start(quiet, 'quiet', 3)));
    await releaseInOrder(19);
    await allEnd(ids);
    expect(keysCalled().lastIndexOf('quiet')).toBeLessThan(12);
  });
});
