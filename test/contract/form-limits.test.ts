import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { chain, component, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { GOOD, openFormLab } from './form-lab.ts';
import { openMembers } from './member-lab.ts';

const system = useContractSystem();
let lab: ReturnType<typeof openFormLab>;
beforeAll(async () => {
  lab = openFormLab(system);
});

test('starts nothing for what fills in the hidden field, and refuses more than its limits', async () => {
  const form = await lab.publish({ rateLimit: { perMinute: 2, burst: 2 } });
  const trapped = await form.submit({ ...GOOD, website: 'https://spam.example' });
  expect([trapped.status, await form.sessions()]).toEqual([200, []]);
  await form.submit(GOOD);
  const refused = await form.submit(GOOD);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  const asPage = await form.send(new URLSearchParams(GOOD), { accept: 'text/html' });
  expect([asPage.status, asPage.text]).toEqual([429, expect.stringContaining('Try again in')]);

  const open = await lab.publish();
  const answers = await Promise.all(Array.from({ length: 24 }, () => open.submit(GOOD)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(count(200) + count(429)).toBe(24);
  expect(count(429)).toBeGreaterThanOrEqual(3);
  expect(await open.sessions()).toHaveLength(count(200));
});

test('what one address sends beyond its own limit takes nothing from others', async () => {
  const form = await lab.publish({ rateLimit: { perMinute: 30, burst: 30 } });
  const from = (address: string) => statusOfPost(`${system.ingressUrls[0]}${form.pathname}`, address);
  const flood = await Promise.all(Array.from({ length: 60 }, () => from('127.0.0.2')));
  expect(flood.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30);
  expect(await from('127.0.0.3')).toBe(200);
});

/** Sends the form from an address of this machine. @returns the status */
function statusOfPost(url: string, localAddress: string): Promise<number | undefined> {
  const sent = Promise.withResolvers<number | undefined>();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  request(url, { method: 'POST', localAddress, headers }, (answer) => {
    answer.resume().once('end', () => sent.resolve(answer.statusCode));
  })
    .once('error', sent.reject)
    .end(new URLSearchParams(GOOD).toString());
  return sent.promise;
}

test('an address of no form is 404, and one whose thanks fail still thanks', async () => {
  for (const path of ['/forms/x', `/forms/${Buffer.alloc(32, 7).toString('base64url')}`])
    expect((await fetch(system.ingressUrls[0] + path)).status).toBe(404);
  const form = await lab.publish({ thanks: '{{ $error(form.name) }}' });
  expect((await form.submit(GOOD)).text).toContain('Thank you.');
  await lab.only(form);
});

test('members only: strangers are sent to sign in and back, and the account is written down', async () => {
  const members = await openMembers();
  const { owner } = members;
  const stranger = (await openMembers()).owner;
  const form = component('form', { title: 'Holiday', signedInOnly: true }, { output: 'form' });
  const definition = chain(form, output('{{ form.submittedBy }}'));
  const { body } = await owner.request<{ id: string }>('POST', '/v1/workflows', { name: randomUUID(), ...definition });
  await owner.request('POST', `/v1/workflows/${body.id}/publish`);
  const view = await owner.request<{ publicUrl: string }>('GET', `/v1/workflows/${body.id}/components/${form.id}`);
  const path = new URL(view.body.publicUrl).pathname;
  const unknown = await fetch(members.baseUrl + path, { redirect: 'manual' });
  expect([unknown.status, unknown.headers.get('location')]).toEqual([303, `/sign-in?then=${encodeURIComponent(path)}`]);
  const sent = await fetch(members.baseUrl + path, { method: 'POST', body: new URLSearchParams() });
  expect(sent.status).toBe(401);
  expect((await stranger.page('POST', path, {})).status).toBe(403);
  expect(await (await owner.page('GET', path)).text()).toContain(`Signed in as ${owner.email}`);
  expect((await owner.page('POST', path, {})).status).toBe(200);
  const ended = await waitFor(async () => {
    const sessions = await owner.request<{ items: SessionView[] }>('GET', `/v1/sessions?workflowId=${body.id}`);
    return sessions.body.items.find(({ status }) => status === 'SUCCEEDED');
  });
  expect(ended!.output).toBe(owner.email);
});
