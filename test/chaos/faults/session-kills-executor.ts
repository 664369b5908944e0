import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpWorkflow, Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault } from '../fault.ts';
import { addCrashBars, judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

/**
 * The only step of a session kills the executor that runs it: the server that the step calls kills that executor. The
 * step is committed with the claim, so each kill is counted.
 */
export const sessionKillsExecutor: Fault = {
  name: 'a session that kills its executor',
  short: false,
  run: async (size) => {
    const lab = await Lab.start({ backend: 'redis', executors: 2, prepareDatabase: watchInvariants });
    let kills = 0;
    const killer = createServer((request) => {
      const sessionId = String(request.headers['idempotency-key']).split(':')[0];
      void lab.withDatabase(async (database) => {
        const { rows } = await database.query<{ host: string }>(
          'SELECT e.host FROM sessions s JOIN executors e ON e.id = s.executor_id WHERE s.id = $1',
          [sessionId],
        );
        const pid = Number(/:(\d+)$/.exec(rows[0]?.host ?? '')?.[1]);
        const executor = lab.executors.find((candidate) => candidate.pid === pid);
        if (executor === undefined) return;
        kills += 1;
        await executor.kill();
      });
    });
    killer.listen(0, '127.0.0.1');
    await once(killer, 'listening');
    try {
      const ordinary = await runRequest(lab);
      const deadly = await runRequest(
        lab,
        httpWorkflow(`http://127.0.0.1:${(killer.address() as AddressInfo).port}/`, 1),
      );
      const posts = postRuns({ requests: [ordinary], total: size.of(3_000, 500), ratePerSecond: 100 });
      const { accepted } = await postRuns({ requests: [deadly], total: 1, ratePerSecond: 10 });
      const posted = await posts;
      const result = await judge(lab, {
        name: 'a session that kills its executor',
        accepted: [...posted.accepted, ...accepted],
        withinSeconds: 120,
        allSucceed: false,
        bars: [],
      });
      await addCrashBars(lab, result, { sessionId: accepted[0]!, kills, mostKills: 3 });
      return result;
    } finally {
      await lab.stop();
      killer.closeAllConnections();
      killer.close();
    }
  },
};
