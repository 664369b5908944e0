import { beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { component } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { openRespondLab } from './respond-lab.ts';

describeEachBackend('bodies of respond', (backend) => {
  const system = useContractSystem(backend);
  let lab: ReturnType<typeof openRespondLab>;
  beforeAll(async () => {
    lab = openRespondLab(system);
  });

  test('answers many simultaneous senders, large texts, and files as they are', async () => {
    const words = 'word '.repeat(30_000);
    const parts = [
      lab.read('name'),
      component('respond', { contentType: 'text/html', body: '<p>{{ sent.name }}</p>' }),
    ];
    const large = await lab.publish(parts, undefined, { timeoutSeconds: 60 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => large.send({ name: `n${index} ${words}` }, {}, index % 2)),
    );
    for (const [index, { status, text, headers }] of answers.entries()) {
      expect([status, text.length > 100_000, headers.get('content-type')]).toEqual([200, true, 'text/html']);
      expect(text === `<p>n${index} ${words}</p>`).toBe(true);
    }
    const bytes = Buffer.alloc(600_000, 'file');
    const stored = await fetch(`${system.ingressUrls[0]}/v1/files?name=a.bin`, {
      method: 'POST',
      headers: { 'x-api-key': system.api.apiKey, 'content-type': 'application/x-thing' },
      body: bytes,
    });
    const value = (await stored.json()) as JsonObject;
    const file = await lab.publish([
      lab.read('file', 'FILE'),
      component('respond', { status: 203, body: '{{ sent.file }}' }),
    ]);
    const answer = await fetch(`${system.ingressUrls[0]}/webhook/${file.workflowId}`, { method: 'POST' });
    expect(answer.status).toBe(401);
    const got = await file.send({ file: value });
    expect([got.status, got.text.length, got.headers.get('content-type')]).toEqual([
      203,
      600_000,
      'application/x-thing',
    ]);
    expect(got.headers.get('content-security-policy')).toBe('sandbox');
  });
});
