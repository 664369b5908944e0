import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithRedis, freePort, readMetric, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { input, output, startContractSystem, type ContractSystem } from './contract-system.ts';

describeWithRedis('a run that is waited for', () => {
  let system: ContractSystem;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    system = await startContractSystem({ backend: 'redis', env: { METRICS_PORT: String(metricsPort) } });
  });
  afterAll(() => system?.stop());

  /** Returns how often ingress read ended sessions for a run that was waited for. */
  async function readsFor(placeholder: JsonObject): Promise<number> {
    const count = () =>
      readMetric(metricsPort, 'workflow_store_statement_duration_seconds_count', 'statement="read_ended"');
    const before = await count();
    const { body } = await system.runChain([input({ key: 'any', type: 'TEXT', ...placeholder }), output('{{ any }}')], {
      any: 'what a caller sent',
    });
    expect(body.status).toBe('SUCCEEDED');
    return (await count()) - before;
  }

  test('is answered from the signal, without a read', async () => {
    // The first signal may be sent before the executor has connected, and a slow one after the poll.
    await waitFor(async () => (await readsFor({})) === 0);
  });

  test('is read when it has sensitive values', async () => {
    expect(await readsFor({ sensitive: true })).toBeGreaterThan(0);
  });
});
