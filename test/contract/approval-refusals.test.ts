import { expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { setUpApprovals } from './approval-lab.ts';
import { link, output } from './contract-system.ts';

const FORGED = `/approvals/${'A'.repeat(88)}`;

describeEachBackend('what is refused of approvals', (backend) => {
  const opened = setUpApprovals(backend, backend);

  test('refuses a forged address, as a page to whom reads pages', async () => {
    const { decide, page } = opened.lab;
    const asJson = await page('GET', FORGED);
    expect([asJson.status, JSON.parse(asJson.text).httpStatus]).toEqual([404, 404]);
    const asPage = await page('GET', FORGED, { headers: { accept: 'text/html,*/*' } });
    expect([asPage.status, asPage.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await decide(FORGED, { choice: 'approve' })).status).toBe(404);
    const { address } = await opened.lab.waiting('as-callback');
    expect((await page('POST', address.replace('approvals', 'callbacks'))).status).toBe(404);
  });

  test('publishing names choices that are ports, duplicates or too long', async () => {
    const { approval, start } = opened.lab;
    const wrong = approval({ choices: ['yes', 'timeout', 'yes', 'x'.repeat(61)] });
    const draft = { name: 'Wrong', components: [start, wrong, output('x')], connections: [link(start, wrong)] };
    const { body } = await opened.system.api.request<{ id: string }>('POST', '/v1/workflows', draft);
    const answer = await opened.system.clients[0]!.request<{ problems: { path: string }[] }>(
      'POST',
      `/v1/workflows/${body.id}/publish`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringContaining('choices')]),
    );
  });
});
