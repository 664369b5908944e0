import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Flow, SessionView } from '@workflow/workflow-model';
import { chain, component, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { GOOD, openFormLab } from './form-lab.ts';
import { openMembers } from './member-lab.ts';

/** Tests docs/people.md, Forms. */

const MIB = 1024 * 1024;

const system = useContractSystem();
let lab: ReturnType<typeof openFormLab>;
beforeAll(async () => {
  lab = openFormLab(system);
});

test('of a paused workflow it is accepted, and its session starts after the resume', async () => {
  const form = await lab.publish();
  await system.api.call('POST', `/v1/workflows/${form.workflowId}/pause`);
  expect((await form.show()).status).toBe(200);
  expect((await form.submit(GOOD)).status).toBe(200);
  expect(await form.sessions()).toMatchObject([{ status: 'QUEUED' }]);
  await system.api.call('POST', `/v1/workflows/${form.workflowId}/resume`);
  expect(await lab.only(form)).toMatchObject({ status: 'SUCCEEDED' });
});

test('of a disabled component there is none', async () => {
  const form = await lab.publish({}, { disabled: true });
  expect([(await form.show()).status, (await form.submit(GOOD)).status]).toEqual([404, 404]);
});

test.each([
  ['a file beyond MAX_FILE_BYTES', 'photos', new Blob([Buffer.alloc(10 * MIB + 1)]), 'MAX_FILE_BYTES'],
  ['other parts beyond MAX_BODY_BYTES', 'name', 'x'.repeat(2 * MIB), 'larger than'],
])('%s is refused, as a page to whom reads pages', async (_, name, value, words) => {
  const form = await lab.publish();
  const body = new FormData();
  for (const [key, text] of Object.entries(GOOD)) body.append(key, text);
  if (typeof value === 'string') body.set(name, value);
  else body.set(name, value, 'large.bin');
  const asPage = await form.send(body, { accept: 'text/html' });
  expect([asPage.status, asPage.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  expect(asPage.text).toContain(words);
  expect(await form.sessions()).toEqual([]);
});

test('a date and a time are read as UTC', async () => {
  const form = await lab.publish({ fields: [{ key: 'at', type: 'DATE_TIME' }], thanks: 'Noted.' });
  expect((await form.show()).text).toContain('type="datetime-local"');
  await form.submit({ at: '2026-07-06T08:30' });
  expect((await lab.only(form)).output).toMatchObject({ at: '2026-07-06T08:30:00Z' });
});

test('a long integer in JSON is refused at its field, as over the API', async () => {
  const form = await lab.publish({ fields: [{ key: 'data', type: 'JSON' }], thanks: 'Noted.' });
  const wrong = await form.submit({ data: '{"id": 820982911946154508}' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('820982911946154508')]);
  expect(wrong.text).toMatch(/id="f-0-wrong"/);
  expect((await form.submit({ data: '{"id": "820982911946154508", "n": 12}' })).status).toBe(200);
  expect((await lab.only(form)).output).toMatchObject({ data: { id: '820982911946154508', n: 12 } });
});

test('checked and chosen values appear on the confirmation page as text', async () => {
  const form = await lab.publish({ thanks: '{{ form.urgent }}, {{ form.tags }}, {{ form.submittedBy }}.' });
  const { text } = await form.submit([...Object.entries(GOOD), ['tags', 'a'], ['tags', 'c']]);
  expect(text).toContain('true, [&quot;a&quot;,&quot;c&quot;], .');
});

test('one whose key of flow control cannot be computed is accepted with the key null', async () => {
  const flow: Flow = { concurrency: { key: '$number(form)', limit: 5 } };
  const form = await lab.publish({ fields: [{ key: 'name', type: 'TEXT' }] }, {}, { flow });
  expect((await form.submit({ name: 'Ada' })).status).toBe(200);
  const { id, status } = await lab.only(form);
  expect(status).toBe('SUCCEEDED');
  const [first] = await system.api.steps(id);
  expect(first).toMatchObject({ warning: expect.stringMatching(/^flow\.concurrency\.key: /) });
});

test('for everybody, sent by a member: in their name, and never from another site', async () => {
  const { owner, baseUrl } = await openMembers();
  const form = component('form', { title: 'Lunch' }, { output: 'form' });
  const definition = chain(form, output('{{ form.submittedBy }}'));
  const { body } = await owner.request<{ id: string }>('POST', '/v1/workflows', { name: randomUUID(), ...definition });
  await owner.request('POST', `/v1/workflows/${body.id}/publish`);
  const view = await owner.request<{ publicUrl: string }>('GET', `/v1/workflows/${body.id}/components/${form.id}`);
  const path = new URL(view.body.publicUrl).pathname;
  const foreign = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { cookie: owner.cookie, origin: 'https://evil.example' },
    body: new URLSearchParams(),
  });
  expect(foreign.status).toBe(403);
  expect(await (await owner.page('GET', path)).text()).toContain(`Signed in as ${owner.email}`);
  expect((await owner.page('POST', path, {})).status).toBe(200);
  expect((await fetch(baseUrl + path, { method: 'POST', body: new URLSearchParams() })).status).toBe(200);
  const outputs = await waitFor(async () => {
    const { items } = (await owner.request<{ items: SessionView[] }>('GET', `/v1/sessions?workflowId=${body.id}`)).body;
    return items.length === 2 && items.every(({ status }) => status === 'SUCCEEDED') && items.map((one) => one.output);
  });
  expect(outputs).toEqual(expect.arrayContaining([owner.email, null]));
});
