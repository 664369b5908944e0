import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  describeEachBackend,
  httpWorkflow,
  startSystem,
  transformWorkflow,
  waitFor,
  type LabWorkflow,
  type TestSystem,
} from '@workflow/test-harness';
import { openHeldWrites } from '../chaos/hold-writes.ts';
import { StepRecorder } from '../chaos/step-recorder.ts';
import { countInvariants, watchInvariants } from '../chaos/watch-invariants.ts';

/** Long enough that an executor is killed before the effect is answered. */
const EFFECT_MS = 2_000;
const VALUES = { name: 'Ada', amount: 1 };
/** A part of statements that claim a session which has run. */
const LATE = 'claim_number = 1';

const BOUNDARIES = [
  {
    when: 'between the run of a session without effects and its end',
    program: 'pure',
    held: 'SUCCEEDED',
    fate: 'lose',
    left: { status: 'QUEUED', claim_number: 0, begun: 0, calls: 0 },
  },
  {
    when: 'between the end of a session without effects and its answer',
    program: 'pure',
    held: 'SUCCEEDED',
    fate: 'arrive',
    left: { status: 'SUCCEEDED', claim_number: 1, begun: 0, calls: 0 },
  },
  {
    when: 'before its deferred claim and the step of its effect',
    program: 'effect',
    held: 'RUNNING',
    fate: 'lose',
    left: { status: 'QUEUED', claim_number: 0, begun: 0, calls: 0 },
  },
  {
    when: 'between its deferred claim, with the step of its effect, and the answer',
    program: 'effect',
    held: 'RUNNING',
    fate: 'arrive',
    left: { status: 'RUNNING', claim_number: 1, begun: 1, calls: 0 },
  },
  {
    when: 'in the effect that was begun with the deferred claim',
    program: 'effect',
    held: null,
    fate: 'lose',
    left: { status: 'RUNNING', claim_number: 1, begun: 1, calls: 1 },
  },
] as const;

describeEachBackend('an executor that is killed while a session runs first', (backend) => {
  const recorder = new StepRecorder(EFFECT_MS);
  let system: TestSystem;
  let writes: Awaited<ReturnType<typeof openHeldWrites>>;
  let programs: Record<'pure' | 'effect', LabWorkflow>;
  /** In the order in which they were accepted. After each, an executor was killed. */
  const sessionIds: string[] = [];

  beforeAll(async () => {
    // These sessions are claimed only at an effect or at their end.
    const env = { CLAIM_AFTER_MS: '10000', HTTP_ALLOWED_ADDRESSES: '127.0.0.1' };
    system = await startSystem({ backend, executors: 0, env });
    writes = await openHeldWrites(system.databaseUrl);
    await watchInvariants(writes.database);
    programs = { pure: transformWorkflow(), effect: httpWorkflow(await recorder.listen(), 1) };
  });
  afterAll(async () => {
    await writes?.close();
    await system?.stop();
    recorder.close();
  });

  const callsOf = (sessionId: string): number =>
    [...recorder.callsByKey].reduce((sum, [key, calls]) => sum + (key.startsWith(sessionId) ? calls : 0), 0);

  async function stateOf(sessionId: string) {
    const { rows } = await writes.database.query(
      `SELECT status, claim_number, (SELECT count(*)::int FROM steps
        WHERE session_id = s.id AND status = 'RUNNING') AS begun FROM sessions s WHERE id = $1`,
      [sessionId],
    );
    return { ...rows[0], calls: callsOf(sessionId) };
  }

  test.each(BOUNDARIES)('$when, leaves what was committed', async ({ program, held, fate, left }) => {
    const { definition, startId } = programs[program];
    const workflowId = await system.api.publish('Killed', definition);
    if (held !== null) await writes.hold(workflowId, held);
    const executor = await system.startExecutor();
    const { body } = await system.api.run(workflowId, startId, VALUES);
    const sessionId = body['sessionId'] as string;
    sessionIds.push(sessionId);
    const write = held === null ? null : await writes.untilHeld();
    if (write === null) await waitFor(() => callsOf(sessionId) > 0, { everyMs: 10 });
    await executor.kill();
    await writes.forget(workflowId);
    await write?.[fate]();
    // Otherwise it was claimed before it ran.
    expect(write?.query ?? LATE).toContain(LATE);
    expect(await stateOf(sessionId)).toEqual(left);
  });

  test('loses no session, ends none twice, and makes an effect at most once more than it lost executors', async () => {
    await system.startExecutor();
    const ended = await Promise.all(sessionIds.map((id) => system.api.untilEnded(id)));
    expect(ended.map(({ status }) => status)).toEqual(BOUNDARIES.map(() => 'SUCCEEDED'));
    const effects = sessionIds.map((id, index) => ({ calls: callsOf(id), ...BOUNDARIES[index]! }));
    expect(effects.filter(({ program }) => program === 'pure').map(({ calls }) => calls)).toEqual([0, 0]);
    // The executors of later boundaries may have had it as well.
    const wrong = effects.filter(
      ({ program, calls }, index) => program === 'effect' && (calls < 1 || calls > 1 + BOUNDARIES.length - index),
    );
    expect(wrong).toEqual([]);
    const { finishedTwice, committedStepsRerun, unfinished } = await countInvariants(writes.database);
    expect({ finishedTwice, committedStepsRerun, unfinished }).toEqual({
      finishedTwice: 0,
      committedStepsRerun: 0,
      unfinished: 0,
    });
  });
});
