import { expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { setUpApprovals } from './approval-lab.ts';
import type { JsonObject } from '@workflow/workflow-model';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

describeEachBackend('an approval', (backend) => {
  const opened = setUpApprovals(backend, backend);

  test('is shown by whatever opens its address, which decides nothing, and decided by its form once', async () => {
    const { decide, page, session, waiting } = opened.lab;
    const { id, address } = await waiting('one');
    for (const query of ['', '?choice=approve', '?choice=reject&by=x']) {
      const shown = await page('GET', `${address}${query}`);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain('Refund 12 &lt;b&gt;EUR&lt;/b&gt;?');
      expect(shown.text).toContain('Test organization');
      expect(shown.text).toContain('name="choice" value="reject"');
      expect(shown.text).not.toContain('<script');
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringMatching(/default-src 'none';.*frame-ancestors 'none'/),
      });
    }
    expect(await page('HEAD', `${address}?choice=approve`)).toMatchObject({ status: 200, text: '' });
    for (const method of ['PUT', 'DELETE']) expect((await page(method, address)).status).toBe(405);
    expect(await session(id)).toMatchObject({ status: 'WAITING', waitingFor: 'approval' });

    const made = await decide(address, { choice: 'reject', comment: 'not <this> time', by: 'Ada' });
    expect(made.status).toBe(200);
    expect(await opened.system.api.untilEnded(id)).toMatchObject({
      output: {
        port: 'reject',
        decision: { choice: 'reject', comment: 'not <this> time', by: 'Ada', at: expect.stringMatching(TIME) },
      },
    });
    const after = await page('GET', address);
    expect(after.status).toBe(200);
    for (const { text } of [made, after]) {
      expect(text).toContain('Decision: <span class="choice">reject</span>');
      expect(text).toContain('Ada');
      expect(text).toContain('not &lt;this&gt; time');
      expect(text).toMatch(/<time datetime="\d{4}-/);
      expect(text).not.toContain('<form');
    }
    expect((await decide(address, { choice: 'approve' })).status).toBe(410);
  });

  test('sends its own address when the waiting begins, and shows it to nobody else', async () => {
    const asks = opened.lab.approval({
      notify: { by: 'http', url: `${opened.thirdParty.url}/notified-${backend}`, text: 'Decide' },
    });
    const id = await opened.lab.begin([opened.lab.start, asks]);
    await opened.lab.waits(id);
    const [call, ...others] = opened.thirdParty.calls.filter(({ url }) => url === `/notified-${backend}`);
    expect(others).toEqual([]);
    const { text, url } = JSON.parse(call?.body ?? '{}') as { text: string; url: string };
    expect(text).toBe(`Decide\n\n${url}`);
    const { items } = await opened.system.api.call<{ items: { componentId: string; input: JsonObject }[] }>(
      'GET',
      `/v1/sessions/${id}/steps`,
    );
    const token = url.split('/').at(-1) ?? '';
    expect(JSON.stringify(items)).not.toContain(token);
    expect(items.find(({ componentId }) => componentId === asks.id)?.input).toMatchObject({
      notify: { by: 'http', text: expect.stringMatching(/^Decide\n\n.*•••$/) },
    });
    expect((await opened.lab.decide(new URL(url).pathname, { choice: 'approve' })).status).toBe(200);
    await opened.system.api.untilEnded(id);
  });

  test('shows the form again, filled, with what is wrong, and goes on waiting', async () => {
    const { decide, page, waiting } = opened.lab;
    const fields = [
      { key: 'reason', type: 'TEXT', label: 'Why?', choices: ['broken', 'late'] },
      { key: 'share', type: 'OBJECT', fields: [{ key: 'percent', type: 'NUMBER' }] },
      { key: 'code', type: 'TEXT', sensitive: true, optional: true },
    ];
    const { id, address } = await waiting('fields', { fields });
    const good = { choice: 'approve', reason: 'late', 'share.percent': '50' };
    const wrong = [
      [{ ...good, choice: 'maybe' }, '<a href="#choice">Your choice</a> must be one of approve, reject'],
      [{ ...good, choice: 'timeout' }, '<a href="#choice">Your choice</a> must be one of approve, reject'],
      [{ reason: 'late', 'share.percent': '50' }, '<a href="#choice">Your choice</a> is required'],
      [{ ...good, 'share.percent': 'half', comment: 'quoted "text"' }, 'Must be a number.'],
      [{ ...good, reason: 'whatever' }, 'Must be one of broken, late.'],
      [{ ...good, comment: 'x'.repeat(5_001) }, 'Must have at most 5000 characters.'],
    ] as const;
    for (const [form, problem] of wrong) {
      const answer = await decide(address, form);
      expect([form, answer.status]).toEqual([form, 400]);
      expect(answer.text).toContain(problem);
    }
    const refilled = (
      await decide(address, { ...good, 'share.percent': 'half', comment: 'quoted "text"', code: 'hush-hush' })
    ).text;
    for (const part of ['value="half"', 'quoted &quot;text&quot;', '<option selected>late</option>', 'Why?'])
      expect(refilled).toContain(part);
    expect(refilled).not.toContain('hush-hush');
    const asJson = (body: object) =>
      page('POST', address, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    expect(JSON.parse((await asJson({ choice: 'approve', reason: 'late' })).text)).toMatchObject({
      httpStatus: 400,
      message: 'share is required',
    });
    expect((await decide(address, { ...good, code: 'hush-hush' })).status).toBe(200);
    expect(await opened.system.api.untilEnded(id)).toMatchObject({
      output: { decision: { choice: 'approve', reason: 'late', share: { percent: 50 }, code: '•••' } },
    });
    const steps = JSON.stringify(await opened.system.api.call('GET', `/v1/sessions/${id}/steps`));
    expect(steps).not.toContain('hush-hush');
    expect(steps).not.toContain(address.split('/').at(-1));
  });
});
