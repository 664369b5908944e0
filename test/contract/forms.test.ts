import { beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { GOOD, openFormLab } from './form-lab.ts';
import { useContractSystem } from './use-contract-system.ts';

describeEachBackend('a form', (backend) => {
  const system = useContractSystem(backend);
  let lab: ReturnType<typeof openFormLab>;
  beforeAll(async () => {
    lab = openFormLab(system);
  });

  test('is a page of the published version, and each one that is sent starts one session', async () => {
    const form = await lab.publish();
    const page = await form.show();
    expect(page.status).toBe(200);
    for (const part of ['Test organization', 'Your name', 'As on the bill', 'name="order.total"', '<option>Payment'])
      expect(page.text).toContain(part);
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await form.show('HEAD')).toMatchObject({ status: 200, text: '' });

    const token = /name="_form" value="([\w-]+)"/.exec(page.text)![1]!;
    const values = [...Object.entries(GOOD), ['tags', 'a'], ['tags', 'c'], ['order.total', '12.5'], ['_form', token]];
    const answers = await Promise.all([form.submit(values), form.submit(values), form.submit(values)]);
    for (const { status, text } of answers)
      expect([status, text]).toEqual([200, expect.stringContaining('Thanks, Ada &lt;b&gt;!')]);
    expect(await lab.only(form)).toMatchObject({
      trigger: 'FORM',
      mode: 'PROD',
      status: 'SUCCEEDED',
      output: {
        ...{ name: 'Ada <b>', topic: 'Delivery', urgent: true, tags: ['a', 'c'], order: { total: 12.5 } },
        submittedBy: null,
      },
    });
    await form.submit(GOOD);
    expect(await form.sessions()).toHaveLength(2);
    await system.api.call('POST', `/v1/workflows/${form.workflowId}/unpublish`);
    expect((await form.show()).status).toBe(404);
    expect((await form.submit(GOOD)).status).toBe(404);
  });

  test('is shown again, filled and with the problem at the field, when something is wrong', async () => {
    const form = await lab.publish();
    const wrong: [JsonObject, string][] = [
      [{ ...GOOD, name: '' }, 'This field is required.'],
      [{ ...GOOD, topic: 'Weather' }, 'Must be one of Delivery, Payment.'],
      [{ ...GOOD, 'order.total': 'much' }, 'Must be a number.'],
      [{ ...GOOD, tags: 'd' }, 'Must be one of a, b, c.'],
    ];
    for (const [values, problem] of wrong) {
      const { status, text } = await form.submit(values as Record<string, string>);
      expect([values, status, text]).toEqual([values, 400, expect.stringContaining(problem)]);
    }
    const { text } = await form.submit({ ...GOOD, 'order.total': 'much', pin: 'hush-hush' });
    for (const part of [
      'Please correct 1 field',
      '<a href="#f-4-0">total</a> must be a number',
      'id="f-4-0"',
      'Ada &lt;b&gt;',
      'value="much"',
      '<option selected>Delivery',
      'aria-invalid="true"',
      ' checked',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('hush-hush');
    expect((await form.send('{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect(await form.sessions()).toEqual([]);
  });

  test('takes files, which its session keeps, and seals what is sensitive', async () => {
    const form = await lab.publish();
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...GOOD, pin: 'hush-hush' })) body.append(name, value);
    body.append('photos', new Blob(['one']), 'one.txt');
    body.append('photos', new Blob(['two']), 'two.txt');
    expect((await form.send(body)).status).toBe(200);
    const { id, output: result } = await lab.only(form);
    const { photos, pin } = result as { photos: { fileId: string; name: string; size: number }[]; pin: string };
    expect(photos).toMatchObject([
      { name: 'one.txt', size: 3 },
      { name: 'two.txt', size: 3 },
    ]);
    expect(pin).toBe('•••');
    const file = await fetch(`${system.ingressUrls[0]}/v1/files/${photos[1]!.fileId}`, {
      headers: { 'x-api-key': system.api.apiKey },
    });
    expect(await file.text()).toBe('two');
    expect(JSON.stringify(await system.api.steps(id))).not.toContain('hush-hush');
    // A sender who names a file of the organization does not get it.
    const stolen = await form.submit({ ...GOOD, photos: photos[0]!.fileId });
    expect(stolen.status).toBe(200);
    const sessions = await form.sessions();
    const second = await system.api.untilEnded(sessions.find((one) => one.id !== id)!.id);
    expect(second.output).not.toHaveProperty('photos');
  });
});
