import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import { chain, component, input, startContractSystem, type ContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

const OPERATOR_KEY = 'the key of the operator, of course';

interface Executors {
  items: { id: string; running: number; draining: boolean }[];
}

describeEachBackend('an executor that an operator drains', (backend) => {
  let system: ContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await startContractSystem({
      backend,
      executors: 2,
      env: { OPERATOR_KEY, HTTP_ALLOWED_ADDRESSES: '127.0.0.1' },
    });
  });
  afterAll(async () => {
    thirdParty?.stop();
    await system?.stop();
  });

  test('takes no more, and the others run new sessions', async () => {
    const client = system.as(OPERATOR_KEY);
    const executors = async () => (await client.request<Executors>('GET', '/v1/operator/executors')).body.items;
    const [drained] = await executors();
    const path = `/v1/operator/executors/${drained?.id}/drain`;
    expect(await client.request('POST', path)).toMatchObject({ status: 202, body: { draining: true } });
    const own = async () => (await executors()).find(({ id }) => id === drained?.id);
    await waitFor(async () => (await own())?.draining === true);
    const start = async (path: string) => {
      const first = input();
      const call = component('http-request', { method: 'GET', url: thirdParty.url + path });
      const workflowId = await system.api.publish('Calls', chain(first, call));
      return Promise.all(Array.from({ length: 10 }, () => system.clients[0]!.run(workflowId, first.id)));
    };
    const succeed = async (runs: Awaited<ReturnType<typeof start>>) => {
      for (const { body } of runs)
        expect(await system.api.untilEnded(String(body['sessionId']))).toMatchObject({ status: 'SUCCEEDED' });
    };
    // The last job that it runs is one that it was requesting from the queue when it was drained.
    await succeed(await start('/'));
    const runs = await start('/held');
    // The heartbeats show which executor runs them.
    await waitFor(async () => (await executors()).some(({ id, running }) => id !== drained?.id && running > 0));
    expect(await own()).toMatchObject({ draining: true, running: 0 });
    await thirdParty.releaseUntil(succeed(runs));
  });
});
