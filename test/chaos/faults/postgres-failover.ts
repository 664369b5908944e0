import { setTimeout as pause } from 'node:timers/promises';
import { promote, startStandby, TcpProxy, type Lab, type RestartablePostgres } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars } from '../bars.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { postDuring } from '../post-runs.ts';

/** How the services find the new primary: their address is redirected to it, or it names both hosts. */
type Way = 'address' | 'hosts';

interface Standby {
  server: RestartablePostgres;
  /** The proxy that directs the services to the primary, or null. */
  proxy: TcpProxy | null;
}

/** Starts a lab whose PostgreSQL has a streaming standby. */
async function startWithStandby(
  { startLab, own }: FaultRun,
  backend: 'redis' | 'postgres',
  way: Way,
): Promise<Standby & { lab: Lab }> {
  const found: Partial<Standby> = {};
  const lab = await startLab({
    backend,
    executors: 2,
    addressOf: async (primary) => {
      found.server = await startStandby(primary);
      found.proxy = way === 'address' ? own(new TcpProxy(primary.port)) : null;
      const ports = (await found.proxy?.listen()) ?? `${found.server.port},127.0.0.1:${primary.port}`;
      return `postgresql://postgres@127.0.0.1:${ports}/postgres`;
    },
  });
  return { lab, ...(found as Standby) };
}

/**
 * The primary is killed under load. Its streaming standby, for which commits wait, is promoted. Until then callers get
 * the 500 body within the time limit. The standby has everything that was accepted.
 */
export const postgresFailovers = [
  { backend: 'redis' as const, way: 'address' as const, name: 'PostgreSQL fails over to a standby', short: true },
  {
    backend: 'postgres' as const,
    way: 'hosts' as const,
    name: 'PostgreSQL fails over to a standby, with the queue on it',
    short: false,
  },
].map(({ backend, way, name, short }) =>
  labFault({
    name,
    short,
    share: 0.25,
    inject: async (run) => {
      const { size } = run;
      const { lab, server, proxy } = await startWithStandby(run, backend, way);
      const request = await runRequest(lab);
      const posted = await postDuring({ requests: [request], ratePerSecond: size.of(300, 100) }, async () => {
        await pause(3_000);
        await lab.postgres.kill();
        lab.continueOn(server);
        await pause(size.of(6_000, 1_000));
        await promote(server);
        proxy?.leadTo(server.port);
        await pause(size.of(6_000, 3_000));
      });
      return {
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: answerBars(posted, size),
      };
    },
  }),
);
