import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Lab, waitFor } from '@workflow/test-harness';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { judge } from '../judge.ts';
import { PART_KILLS } from '../part-kills.ts';
import { watchInvariants } from '../watch-invariants.ts';

const SCHEDULES = 20;
const EVERY_SECONDS = 10;
/** Between two kills: about once while a due time is decided, and once while its session runs. */
const BETWEEN_MS = 4_000;

/** Schedules go on while a part is killed: each due time since they began has exactly one session. */
export const dueTimesFaults: Fault[] = Object.entries(PART_KILLS).map(([what, kill]) => ({
  name: `schedules: ${what}`,
  // All but this one are in the long form: deciding and running are done by executors.
  short: what === 'executor killed',
  run: (size) => runFault(`schedules: ${what}`, kill, size),
}));

async function runFault(name: string, kill: (typeof PART_KILLS)[string], size: FaultSize): Promise<FaultResult> {
  const lab = await Lab.start({ backend: 'redis', executors: 3, prepareDatabase: watchInvariants });
  try {
    const workflowIds: string[] = [];
    for (let made = 0; made < SCHEDULES; made += 1)
      workflowIds.push(await waitFor(() => lab.api.publish(`Every ${made}`, scheduled()), { withinMs: 60_000 }));
    const times = size.of(20, 5);
    for (let index = 0; index < times; index += 1) {
      await pause(BETWEEN_MS);
      await kill(lab, index);
    }
    await waitFor(
      () => Promise.all(workflowIds.map((id) => lab.api.call('POST', `/v1/workflows/${id}/pause`))).catch(() => null),
      { withinMs: 60_000 },
    );
    const found = await lab.withDatabase(async (database) => {
      const open = async (): Promise<boolean> =>
        (await database.query(`SELECT FROM due_times WHERE status = 'WAITING' LIMIT 1`)).rowCount === 0;
      await waitFor(open, { withinMs: 60_000, everyMs: 250, what: 'due times to start' }).catch(() => undefined);
      const { rows: sessions } = await database.query<{ id: string }>(
        `SELECT id FROM sessions WHERE trigger = 'SCHEDULE'`,
      );
      const { rows: gaps } = await database.query(
        `SELECT FROM (SELECT due_at, lag(due_at) OVER (PARTITION BY workflow_id ORDER BY due_at) AS before
          FROM due_times) d WHERE due_at - before <> $1 * interval '1 second'`,
        [EVERY_SECONDS],
      );
      const { rows: notStarted } = await database.query(`SELECT FROM due_times WHERE status <> 'STARTED'`);
      const { rows: started } = await database.query(
        `SELECT DISTINCT d.session_id FROM due_times d JOIN sessions s ON s.id = d.session_id
          WHERE (s.placeholder_values->>'scheduledFor')::timestamptz = d.due_at`,
      );
      return {
        ids: sessions.map(({ id }) => id),
        ...{ gaps: gaps.length, notStarted: notStarted.length, started: started.length },
      };
    });
    const { ids, gaps, notStarted, started } = found;
    return await judge(lab, {
      name,
      accepted: ids,
      withinSeconds: 120,
      bars: [
        { text: `${gaps} gaps between due times`, met: gaps === 0 },
        { text: `${notStarted} due times without a session`, met: notStarted === 0 },
        { text: `${started} sessions of ${ids.length} have a due time of their own`, met: started === ids.length },
        { text: `${ids.length} due times`, met: ids.length >= SCHEDULES * Math.floor((times * BETWEEN_MS) / 20_000) },
      ],
    });
  } finally {
    await lab.stop();
  }
}

/** Each due time starts, one after another, however late. */
function scheduled() {
  const [start, output] = [randomUUID(), randomUUID()];
  const config = { everySeconds: EVERY_SECONDS, onOverlap: 'queue', catchUp: 'all' };
  return {
    components: [
      { id: start, type: 'schedule', output: 'scheduledFor', config },
      { id: output, type: 'output', config: { value: '{{ scheduledFor }}' } },
    ],
    connections: [{ from: start, port: 'next', to: output }],
  };
}
