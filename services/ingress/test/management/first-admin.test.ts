import { expect, test } from '@jest/globals';
import { startTestIngress, type TestIngress } from '../start-test-ingress.ts';
import { ensureFirstAdmin } from '../../src/accounts/first-admin/ensure-first-admin.ts';
import { cookiesOf, signIn } from './people.ts';

const admin = { email: 'Boss@Example.com', password: 'from the environment', organizationName: 'Works & Co' };

async function withIngress(work: (ingress: TestIngress) => Promise<void>): Promise<void> {
  const ingress = await startTestIngress({ config: { publicUrl: 'https://workflows.example.com' } });
  try {
    await work(ingress);
  } finally {
    await ingress.stop();
  }
}

test('the environment makes the first admin once, and behind TLS cookies are Secure', () =>
  withIngress(async (ingress) => {
    const { people } = ingress.context.store.management;
    expect(await Promise.all([ensureFirstAdmin(people, admin), ensureFirstAdmin(people, admin)])).toContain(true);
    expect(await ensureFirstAdmin(people, { ...admin, email: 'second@example.com' })).toBe(false);
    const answer = await signIn(ingress, 'boss@example.com', admin.password, {
      origin: 'https://workflows.example.com',
    });
    expect(answer.status).toBe(200);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/^__Secure-.*; Secure/i);
    const caller = await ingress.request('GET', '/v1/caller', { headers: { cookie: cookiesOf(answer) } });
    expect(caller.body).toMatchObject({ kind: 'user', name: 'boss@example.com', role: 'admin' });
    expect(ingress.log.join('\n')).not.toContain(admin.password);
  }));

// Fewer than PUBLIC_REQUESTS_PER_SECOND lets pass immediately, because a fast machine sends them all within a moment.
test('of many simultaneous set-ups one creates the first admin, and the others are refused', () =>
  withIngress(async (ingress) => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        ingress.request('POST', '/v1/setup', {
          headers: { 'content-type': 'application/json' },
          body: {
            organizationName: `Works ${n}`,
            name: `Boss ${n}`,
            email: `boss${n}@example.com`,
            password: admin.password,
          },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 59 }, () => 409)]);
  }));
