import { setTimeout as pause } from 'node:timers/promises';
import { startPgBouncer, type TestPgBouncer } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars } from '../bars.ts';
import { labFault } from '../lab-fault.ts';
import { postDuring } from '../post-runs.ts';

const MODES = [
  { mode: 'session', env: {} },
  { mode: 'transaction', env: { DATABASE_NAMED_STATEMENTS: 'false' } },
] as const;

/** PgBouncer is killed and started again. The promise is the same as when PostgreSQL is killed. */
export const pgBouncerKilled = MODES.map(({ mode, env }) =>
  labFault({
    name: `PgBouncer killed, ${mode} mode`,
    short: false,
    share: 0.25,
    needs: ['pgbouncer'],
    inject: async ({ size, startLab, defer }) => {
      let pooler: TestPgBouncer | null = null;
      const lab = await startLab({
        backend: 'redis',
        executors: 2,
        env,
        between: async (server, port) => {
          if (server === 'redis') return port;
          pooler = await startPgBouncer(`postgresql://postgres@127.0.0.1:${port}/postgres`, mode);
          defer(pooler.stop);
          return Number(new URL(pooler.databaseUrl).port);
        },
      });
      const request = await runRequest(lab);
      const posted = await postDuring({ requests: [request], ratePerSecond: size.of(200, 100) }, async () => {
        for (let times = 0; times < size.of(3, 2); times += 1) {
          await pause(2_000);
          await pooler!.kill();
          await pause(size.of(5_000, 1_000));
          await pooler!.start();
        }
        await pause(3_000);
      });
      return {
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: answerBars(posted, size),
      };
    },
  }),
);
