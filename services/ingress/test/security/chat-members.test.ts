import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { pageUrl } from '../../src/http/addresses/page-address.ts';
import { firstAdmin, invite, type Person } from '../management/people.ts';
import { component, startTestIngress, type TestIngress } from '../start-test-ingress.ts';

let ingress: TestIngress;
let admin: Person;
let member: Person;

beforeAll(async () => {
  const { setInterval: begin } = globalThis;
  // Members are checked again every 10 seconds.
  jest
    .spyOn(globalThis, 'setInterval')
    .mockImplementation(((work: () => void, ms: number) =>
      begin(work, ms === 10_000 ? 100 : ms)) as typeof setInterval);
  ingress = await startTestIngress({ config: { http: { answerTimeoutMs: 30_000 } } });
  admin = await firstAdmin(ingress);
  member = await invite(ingress, admin, 'member@example.com');
});

afterAll(async () => {
  jest.restoreAllMocks();
  await ingress?.stop();
});

test('the answer of a chat for members ends when its reader is no member any more', async () => {
  const chat = component('chat', { title: 'Ask us', signedInOnly: true }, 'chat');
  const draft = { name: 'Chat', components: [chat], connections: [] };
  const workflowId = (await admin.request('POST', '/v1/workflows', draft)).body.id as string;
  expect((await admin.request('POST', `/v1/workflows/${workflowId}/publish`)).status).toBe(201);
  const { pathname } = new URL(pageUrl('http://localhost', 'CHAT', { workflowId, componentId: chat.id }));
  const ask = (by: Person) =>
    fetch(`${ingress.url}${pathname}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: by.cookie, origin: ingress.url },
      body: JSON.stringify({ message: 'Hello' }),
    });
  const [theirs, ours] = [await ask(member), await ask(admin)];
  expect([theirs.status, ours.status]).toEqual([200, 200]);
  const removed = await admin.request('POST', '/api/auth/organization/remove-member', {
    memberIdOrEmail: 'member@example.com',
  });
  expect(removed.status).toBe(200);
  const words = await theirs.text();
  expect(words).toContain('event: session');
  expect(ingress.context.eventStreams.size).toBe(1);
  await ours.body!.cancel();
});
