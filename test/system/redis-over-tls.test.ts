import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/local-stack';
import { describeWithRedis, makeTestCertificates, RestartableRedis, startSystem } from '@workflow/test-harness';
import type { Definition } from '@workflow/workflow-model';

describeWithRedis('Redis', () => {
  const certificates = makeTestCertificates();
  afterAll(() => certificates.remove());

  test('is reached by TLS with a private authority, as a user who may do no more than is needed', async () => {
    const tlsPort = await freePort();
    const redis = await RestartableRedis.start({
      'tls-port': String(tlsPort),
      'tls-cert-file': certificates.certificate,
      'tls-key-file': certificates.key,
      'tls-ca-cert-file': certificates.authority,
      'tls-auth-clients': 'no',
    });
    await redis.command('ACL SETUSER flows on >word ~workflow:* &workflow:* +@all -@dangerous +info');
    const system = await startSystem({
      backend: 'redis',
      env: { REDIS_URL: `rediss://flows:word@localhost:${tlsPort}`, NODE_EXTRA_CA_CERTS: certificates.authority },
    });
    try {
      const [inputId, outputId] = [randomUUID(), randomUUID()];
      const definition: Definition = {
        components: [
          { id: inputId, type: 'input', config: { placeholders: [] } },
          { id: outputId, type: 'output', config: { value: 'done' } },
        ],
        connections: [{ from: inputId, port: 'next', to: outputId }],
      };
      const workflowId = await system.api.publish('Secured', definition);
      const { body } = await system.api.run(workflowId, inputId, {}, { prefer: 'wait=60' });
      expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'done' });
      expect(await redis.command('CLIENT LIST')).toContain('user=flows');
    } finally {
      await system.stop();
      await redis.remove();
    }
  });
});
