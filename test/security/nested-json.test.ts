import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startContractSystem, type ContractSystem } from '../contract/contract-system.ts';

/** After a few of these, `JSON.parse` of Node.js 26.10.0 ends its process with a segmentation fault. */
const BROKEN = ['[1,', '{"a":1,"b":', '[[],'].map((level) => `${level.repeat(11_000)}1`);
const TIMES = 60;

let system: ContractSystem;

beforeAll(async () => {
  system = await startContractSystem();
});
afterAll(() => system.stop());

test.each(['/api/auth/sign-in/email', '/v1/workflow/run', '/mcp'])(
  'ingress outlives broken JSON of many levels at %s',
  async (path) => {
    const [baseUrl] = system.ingressUrls;
    for (let count = 0; count < TIMES; count += 1) {
      const body = BROKEN[count % BROKEN.length] as string;
      const answer = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${system.organization.apiKey}` },
        body,
      });
      expect([400, 401, 413]).toContain(answer.status);
      await answer.body?.cancel();
    }
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  },
);
