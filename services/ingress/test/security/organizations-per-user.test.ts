import { afterEach, expect, test } from '@jest/globals';
import { readEnv } from '@workflow/service-runtime';
import { readAuthConfig } from '../../src/accounts/auth-config.ts';
import { firstAdmin, person, type Person } from '../management/people.ts';
import { startTestIngress, type TestIngress } from '../start-test-ingress.ts';

let ingress: TestIngress | undefined;

afterEach(() => ingress?.stop());

async function startWith(maxOrganizationsPerUser: number): Promise<Person> {
  ingress = await startTestIngress({ config: { auth: { maxOrganizationsPerUser } } });
  return firstAdmin(ingress);
}

function create(by: Person, slug: string, name = 'Another') {
  return by.request('POST', '/api/auth/organization/create', { name, slug });
}

test('a person creates as many organizations as the operator allows, in parallel requests as well', async () => {
  const admin = await startWith(3);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create(admin, `slug-${n}`)));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 403)).toHaveLength(9);
  const refused = answers.find((answer) => answer.status === 403);
  expect(refused?.body.message).toBe('You have created 3 organizations, as many as one person may');
});

test('what was refused for another reason is not counted, and leaving an organization gives nothing back', async () => {
  const admin = await startWith(2);
  expect((await create(admin, 'taken')).status).toBe(200);
  for (let n = 0; n < 4; n += 1) expect((await create(admin, 'taken')).status).toBe(400);
  for (const body of [{}, { name: '', slug: '' }, { name: 'x' }])
    expect((await admin.request('POST', '/api/auth/organization/create', body)).status).toBe(400);
  expect((await create(admin, 'second')).status).toBe(200);
  const { body } = await admin.request('GET', '/api/auth/organization/list');
  const left = body.find((one: { slug: string }) => one.slug === 'second');
  const again = await person(ingress as TestIngress, admin.email);
  await again.request('POST', '/api/auth/organization/leave', { organizationId: left.id });
  expect((await create(again, 'third')).status).toBe(403);
});

test('0 switches creating organizations off', async () => {
  const admin = await startWith(0);
  const answer = await create(admin, 'any');
  expect([answer.status, answer.body.message]).toEqual([403, 'Creating organizations is switched off on this service']);
});

test('a person may create ten organizations by default', async () => {
  expect((await readAuthConfig(readEnv({}))).maxOrganizationsPerUser).toBe(10);
});
