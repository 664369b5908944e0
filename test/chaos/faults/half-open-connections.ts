import { setTimeout as pause } from 'node:timers/promises';
import { Lab, TcpProxy } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault } from '../fault.ts';
import { answerBars } from '../answer-bars.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

/** Connections to each server die silently, one server after the other, as when a cable is pulled out. */
export const halfOpenConnections: Fault[] = [
  {
    backend: 'redis' as const,
    name: 'connections cut half-open',
    servers: ['postgres', 'redis', 'postgres', 'redis'] as const,
  },
  {
    backend: 'postgres' as const,
    name: 'connections cut half-open, queue on PostgreSQL',
    servers: ['postgres', 'postgres', 'postgres'] as const,
  },
].map(({ backend, name, servers }) => ({
  name,
  short: backend === 'redis',
  share: 0.5,
  run: async (size) => {
    const proxies = new Map<'postgres' | 'redis', TcpProxy>();
    const lab = await Lab.start({
      backend,
      executors: 2,
      prepareDatabase: watchInvariants,
      between: async (server, port) => {
        const proxy = new TcpProxy(port);
        proxies.set(server, proxy);
        return proxy.listen();
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
      for (const server of size.long ? servers : servers.slice(0, 2)) {
        await pause(2_000);
        proxies.get(server)!.freezeExisting();
        await pause(size.of(8_000, 4_000));
      }
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
      for (const proxy of proxies.values()) proxy.close();
    }
  },
}));
