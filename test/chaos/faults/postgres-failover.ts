import { setTimeout as pause } from 'node:timers/promises';
import { Lab, promote, startStandby, TcpProxy } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars } from '../answer-bars.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

/**
 * The primary is killed under load and its streaming standby, for which commits wait, is promoted; the address of the
 * services moves to it. Callers get the 500 body in time until then, and what was accepted is in the standby.
 */
export const postgresFailovers: Fault[] = [
  { backend: 'redis' as const, name: 'PostgreSQL fails over to a standby', short: true },
  { backend: 'postgres' as const, name: 'PostgreSQL fails over to a standby, with the queue on it', short: false },
].map(({ backend, name, short }) => ({
  name,
  short,
  run: async (size) => {
    let proxy: TcpProxy | null = null;
    const lab = await Lab.start({
      backend,
      executors: 2,
      prepareDatabase: watchInvariants,
      between: async (server, port) => {
        if (server === 'redis') return port;
        proxy = new TcpProxy(port);
        return proxy.listen();
      },
    });
    try {
      const standby = await startStandby(lab.postgres);
      const request = await runRequest(lab);
      let over = false;
      const posts = postRuns({
        requests: [request],
        total: 60_000,
        ratePerSecond: size.of(300, 100),
        until: () => over,
      });
      await pause(3_000);
      await lab.postgres.kill();
      lab.continueOn(standby);
      await pause(size.of(6_000, 1_000));
      await promote(standby);
      proxy!.leadTo(standby.port);
      await pause(size.of(6_000, 3_000));
      over = true;
      const posted = await posts;
      return await judge(lab, {
        name,
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: answerBars(posted, size),
      });
    } finally {
      await lab.stop();
      (proxy as TcpProxy | null)?.close();
    }
  },
}));
