import { setTimeout as pause } from 'node:timers/promises';
import { TcpProxy } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { answerBars } from '../bars.ts';
import { postDuring } from '../post-runs.ts';

/** Connections to each server die silently, one server after the other, as when a cable is pulled out. */
export const halfOpenConnections = [
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
].map(({ backend, name, servers }) =>
  labFault({
    name,
    short: backend === 'redis',
    share: 0.5,
    inject: async ({ size, startLab, own }) => {
      const proxies = new Map<'postgres' | 'redis', TcpProxy>();
      const lab = await startLab({
        backend,
        executors: 2,
        between: async (server, port) => {
          const proxy = own(new TcpProxy(port));
          proxies.set(server, proxy);
          return proxy.listen();
        },
      });
      const request = await runRequest(lab);
      const posted = await postDuring({ requests: [request], ratePerSecond: size.of(200, 100) }, async () => {
        for (const server of size.long ? servers : servers.slice(0, 2)) {
          await pause(2_000);
          proxies.get(server)!.freezeExisting();
          await pause(size.of(8_000, 4_000));
        }
      });
      return {
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: answerBars(posted, size),
      };
    },
  }),
);
