import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import type { SessionClaim } from '../src/session/session-claim.ts';
import { KEY, openFirstRuns, type FirstRunFixture } from './run-first-fixture.ts';

describeEachBackend('a session that runs first', (backend) => {
  let fixture: FirstRunFixture;
  beforeEach(async () => {
    fixture = await openFirstRuns(backend);
  });
  afterEach(() => fixture.close());

  test('gets the values of its job, and ends', async () => {
    await fixture.startExecutor();
    await fixture.warm();
    const seen: JsonObject[] = [];
    fixture.runsDo(async (_claim, values) => void seen.push(values));
    const session = await fixture.accept({ enqueue: true });
    const values = JSON.stringify({ z: 1, a: ['ü\n', null] });
    await fixture.add(session, { values });
    await fixture.ended(session);
    expect(JSON.stringify(seen)).toBe(`[${values}]`);
  });

  test('is claimed first when its job was sealed by who does not know the key', async () => {
    await fixture.startExecutor();
    await fixture.warm();
    const session = await fixture.accept({ enqueue: true });
    await fixture.add(session, { through: await fixture.sealing('cd'.repeat(32)), values: '{"name":"forged"}' });
    await fixture.ended(session);
    expect(fixture.runs.get(session.id)).toEqual({ first: 0, claimed: 1 });
  });

  test('is claimed first when jobs carry as much as they may', async () => {
    await fixture.startExecutor();
    await fixture.warm();
    const session = await fixture.accept({ enqueue: true });
    await fixture.add(session, { through: await fixture.sealing(KEY, 0) });
    await fixture.ended(session);
    expect(fixture.runs.get(session.id)).toEqual({ first: 0, claimed: 1 });
  });

  test('is claimed when it takes long, so that a cancel finds it', async () => {
    await fixture.startExecutor();
    await fixture.warm();
    let aborted = false;
    fixture.runsDo(async (_claim, _values, signal) => {
      await untilAborted(signal).finally(() => {
        aborted = true;
      });
    });
    const session = await fixture.accept({ enqueue: true });
    await fixture.add(session);
    await waitFor(async () => (await fixture.statusOf(session)) === 'RUNNING');
    await fixture.store.sessions.commands.cancel(session.organizationId, session.id);
    await waitFor(() => aborted);
    expect(await fixture.statusOf(session)).toBe('CANCELLED');
  });

  test('begins no effect and writes no end when it was cancelled meanwhile', async () => {
    await fixture.startExecutor();
    await fixture.warm();
    const effects: boolean[] = [];
    const session = await fixture.accept({ enqueue: true });
    fixture.runsDo(async (claim) => {
      await fixture.store.sessions.commands.cancel(session.organizationId, session.id);
      effects.push(await claim.record([]));
    });
    await fixture.add(session);
    await waitFor(() => effects.length === 1);
    expect(effects).toEqual([false]);
    expect(await fixture.statusOf(session)).toBe('CANCELLED');
  });

  test('makes one effect and ends once when two executors run it at the same time', async () => {
    // Both have run their part before either claims.
    const claimAfterMs = 10_000;
    await fixture.startExecutor({ claimAfterMs });
    await fixture.warm();
    const effects: string[] = [];
    const arrived: (() => void)[] = [];
    const meet = async (claim: SessionClaim) => {
      await new Promise<void>((resolve) => {
        arrived.push(resolve);
        if (arrived.length === 2) for (const go of arrived) go();
      });
      if (await claim.record([])) effects.push('made');
    };
    fixture.runsDo(meet);
    const session = await fixture.accept({ enqueue: true });
    await fixture.add(session);
    await waitFor(() => arrived.length === 1);
    fixture.runsDo(() => Promise.resolve());
    await fixture.startExecutor({ claimAfterMs, concurrency: 4 });
    await fixture.warm();
    fixture.runsDo(meet);
    await fixture.addOnceMore(session);
    await waitFor(() => arrived.length === 2);
    await fixture.ended(session);
    expect(effects).toEqual(['made']);
    expect(fixture.runs.get(session.id)).toEqual({ first: 2, claimed: 0 });
  });

  test('is released at a shutdown, and runs once more', async () => {
    const first = await fixture.startExecutor();
    await fixture.warm();
    let isRunning = false;
    fixture.runsDo((_claim, _values, signal) => {
      isRunning = true;
      return untilAborted(signal);
    });
    const session = await fixture.accept({ enqueue: true });
    await fixture.add(session);
    await waitFor(() => isRunning);
    fixture.runsDo(() => Promise.resolve());
    await first.quiet();
    const stopped = first.stop(3_500);
    await fixture.startExecutor();
    await stopped;
    await fixture.ended(session);
    expect(fixture.runs.get(session.id)).toEqual({ first: 1, claimed: 1 });
  });
});

/** Rejects with the reason. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
