import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, SHARED_OPERATOR_KEY, waitFor } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { chain, component, input, openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

const RUNS = 12;

describeEachBackend('a quota of concurrent sessions', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
  });
  afterAll(async () => {
    thirdParty?.stop();
  });

  test('accepts every run and runs as many at the same time as it allows', async () => {
    const path = `/v1/operator/organizations/${system.organization.id}/quotas`;
    const set = await system.as(SHARED_OPERATOR_KEY).request('PUT', path, { maxConcurrentSessions: 2 });
    expect(set).toMatchObject({ status: 200, body: { maxConcurrentSessions: 2 } });
    const start = input();
    const call = component('http-request', { method: 'GET', url: `${thirdParty.url}/held` });
    const workflowId = await system.api.publish('Slow', chain(start, call));
    thirdParty.peak = 0;
    // The replica that did not answer the operator knows the change within a second.
    await waitFor(async () => {
      const { status } = await system.clients[1]!.run(workflowId, start.id);
      return status === 200;
    });
    const runs = await Promise.all(
      Array.from({ length: RUNS }, (_, index) => system.clients[index % 2]!.run(workflowId, start.id)),
    );
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 200));
    const ids = runs.map(({ body }) => String(body['sessionId']));
    const session = (id: string) => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);
    await waitFor(async () => (await Promise.all(ids.map(session))).some(({ waitingFor }) => waitingFor === 'quota'));
    const ended = await thirdParty.releaseUntil(Promise.all(ids.map((id) => system.api.untilEnded(id))));
    expect(ended.map(({ status }) => status)).toEqual(ids.map(() => 'SUCCEEDED'));
    expect(thirdParty.peak).toBe(2);
  });
});
