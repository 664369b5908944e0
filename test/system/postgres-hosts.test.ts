import { expect, test } from '@jest/globals';
import {
  describeEachBackend,
  Lab,
  promote,
  startStandby,
  transformWorkflow,
  waitFor,
  type BackendKind,
  type RestartablePostgres,
} from '@workflow/test-harness';

type Order = 'primary first' | 'standby first';

/** Runs sessions before and after a failover. The services only know the two hosts in their address. */
async function runThroughFailover(backend: BackendKind, order: Order): Promise<void> {
  let standby: RestartablePostgres | undefined;
  const lab = await Lab.start({
    backend,
    addressOf: async (primary) => {
      standby = await startStandby(primary);
      const ports = [primary.port, standby.port].map((port) => `127.0.0.1:${port}`);
      if (order === 'standby first') ports.reverse();
      return `postgresql://postgres@${ports.join(',')}/postgres?target_session_attrs=read-write`;
    },
  });
  try {
    const { definition, startId } = transformWorkflow();
    const workflowId = await waitFor(() => lab.api.publish('Doubled', definition));
    const accept = async (): Promise<string> => {
      const { status, body } = await lab.api.run(workflowId, startId, { name: 'Ada', amount: 21 });
      if (status !== 200) throw new Error(`answered ${status}`);
      return body['sessionId'] as string;
    };
    const runs = async (): Promise<void> => {
      const ended = await lab.api.untilEnded(await waitFor(accept));
      expect(ended).toMatchObject({ status: 'SUCCEEDED', output: { name: 'Ada', doubled: 42 } });
    };
    await runs();
    await lab.postgres.kill();
    lab.continueOn(standby!);
    await promote(standby!);
    await runs();
    await Promise.all(lab.services.map((service) => service.untilReady()));
    lab.forgetLogs();
  } finally {
    await lab.stop();
  }
}

describeEachBackend('both hosts of a failover in DATABASE_URL', (backend) => {
  test('are all that the services need', () =>
    runThroughFailover(backend, backend === 'postgres' ? 'standby first' : 'primary first'));
});
