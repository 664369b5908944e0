import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestIngress, type TestIngress } from '../start-test-ingress.ts';
import { firstAdmin, PASSWORD, signIn } from './people.ts';

let ingress: TestIngress;

beforeAll(async () => {
  ingress = await startTestIngress();
  await firstAdmin(ingress);
});

afterAll(() => ingress?.stop());

test('signing in often is no failure', async () => {
  for (let n = 0; n < 8; n += 1) expect((await signIn(ingress, 'admin@example.com')).status).toBe(200);
});

test('wrong passwords are refused as such up to the limit, then as too many, and the right one with them', async () => {
  const { signInMaxFailures } = ingress.context.config.auth;
  const answers = await Promise.all(Array.from({ length: signInMaxFailures + 3 }, () => signIn(ingress, 'admin@example.com', 'wrong password')));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(signInMaxFailures);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  const right = await signIn(ingress, 'admin@example.com', PASSWORD, { 'x-forwarded-for': '192.0.2.1', 'x-workflow-client-address': '192.0.2.1' });
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('an unknown e-mail address is refused like a wrong password, and others are not held up', async () => {
  const wrong = await signIn(ingress, 'other@example.com', 'wrong password');
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
});
