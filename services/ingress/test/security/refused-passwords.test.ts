import { expect, test } from '@jest/globals';
import { firstAdmin, PASSWORD, person, signIn, type Person } from '../management/people.ts';
import { useTestIngress } from '../start-test-ingress.ts';

const json = { 'content-type': 'application/json' };
const REFUSED = ['password', 'Password1', '1234567890', 'qwertyuiop', 'letmein123', 'aaaaaaaa', 'person@example.com'];

const ingress = useTestIngress();
let admin: Person;

test.each(REFUSED)('set-up refuses %s', async (password) => {
  const body = { organizationName: 'First', name: 'Admin', email: 'person@example.com', password };
  const answer = await ingress.request('POST', '/v1/setup', { body, headers: json });
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/^password (is|repeats|must)/)]);
});

test.each(REFUSED)('an invitation is not accepted with %s, and stays open', async (password) => {
  admin ??= await firstAdmin(ingress);
  const { body: invitation } = await admin.request('POST', '/api/auth/organization/invite-member', {
    email: 'person@example.com',
    role: 'member',
  });
  const path = `/v1/invitations/${invitation.id}`;
  const answer = await ingress.request('POST', `${path}/accept`, { body: { name: 'P', password }, headers: json });
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/^password (is|repeats|must)/)]);
  expect((await ingress.request('GET', path)).status).toBe(200);
});

test('changing a password refuses it too, and the old one stays', async () => {
  admin ??= await firstAdmin(ingress);
  for (const newPassword of ['password', 'Admin@Example.com', '87654321']) {
    const answer = await admin.request('POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringMatching(/^newPassword (is|repeats|must)/),
    ]);
  }
  expect((await signIn(ingress, admin.email)).status).toBe(200);
  expect((await (await person(ingress, admin.email)).request('GET', '/v1/caller')).status).toBe(200);
});
