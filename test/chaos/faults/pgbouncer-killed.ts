import { setTimeout as pause } from 'node:timers/promises';
import { Lab, startPgBouncer, type TestPgBouncer } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars } from '../answer-bars.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

const MODES = [
  { mode: 'session', env: {} },
  { mode: 'transaction', env: { DATABASE_NAMED_STATEMENTS: 'false' } },
] as const;

/** PgBouncer is killed and started again. The promise is the same as when PostgreSQL is killed. */
export const pgBouncerKilled: Fault[] = MODES.map(({ mode, env }) => ({
  name: `PgBouncer killed, ${mode} mode`,
  short: false,
  share: 0.25,
  needs: ['pgbouncer'],
  run: async (size) => {
    let pooler: TestPgBouncer | null = null;
    const lab = await Lab.start({
      backend: 'redis',
      executors: 2,
      env,
      prepareDatabase: watchInvariants,
      between: async (server, port) => {
        if (server === 'redis') return port;
        pooler = await startPgBouncer(`postgresql://postgres@127.0.0.1:${port}/postgres`, mode);
        return Number(new URL(pooler.databaseUrl).port);
      },
    });
    try {
      const request = await runRequest(lab);
      let over = false;
      const posts = postRuns({
        requests: [request],
        total: 60_000,
        ratePerSecond: size.of(200, 100),
        until: () => over,
      });
      for (let times = 0; times < size.of(3, 2); times += 1) {
        await pause(2_000);
        await pooler!.kill();
        await pause(size.of(5_000, 1_000));
        await pooler!.start();
      }
      await pause(3_000);
      over = true;
      const posted = await posts;
      return await judge(lab, {
        name: `PgBouncer killed, ${mode} mode`,
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: answerBars(posted, size),
      });
    } finally {
      await lab.stop();
      await (pooler as TestPgBouncer | null)?.stop();
    }
  },
}));
