import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { useTestIngress, type TestAnswer } from '../start-test-ingress.ts';
import { definitionOf, webhookDefinition } from './definitions.ts';
import { useFirstAdmin, PASSWORD, type Person } from './people.ts';

/** Keys, tokens, secrets, passwords and cookies are in no row, log line or answer except where shown once. */

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);

test('after everything was used, correctly and incorrectly', async () => {
  const answers: TestAnswer[] = [];
  const ask = async (...request: Parameters<Person['request']>): Promise<TestAnswer> => {
    const answer = await admin.request(...request);
    answers.push(answer);
    return answer;
  };
  const definition = webhookDefinition();
  const secretValue = `secret-value-${randomUUID()}`;
  const { body: workflow } = await ask('POST', '/v1/workflows', { name: 'w', ...definitionOf(definition) });
  const path = `/v1/workflows/${workflow.id}`;
  await ask('POST', `${path}/publish`);
  // The two answers that show a value once are excluded.
  const { token } = (await admin.request('POST', `${path}/components/${definition.webhook.id}/token`)).body;
  const { id: keyId, key } = (
    await admin.request('POST', '/v1/organization/api-keys', { name: 'k', scopes: ['run', 'read', 'manage'] })
  ).body;
  await ask('PUT', '/v1/organization/secrets/s', { value: secretValue });

  const headers = { 'content-type': 'application/json' };
  for (const [url, more] of [
    [`/webhook/${workflow.id}`, { token }],
    [`/webhook/${workflow.id}?token=${token}`, {}],
    [`/webhook/${randomUUID()}?token=${token}`, {}],
  ] as const) {
    answers.push(await ingress.request('POST', url, { body: { token }, headers: { ...headers, ...more } }));
  }
  for (const url of ['/v1/sessions', path, `/v1/nowhere?key=${key}`, `/v1/sessions/${randomUUID()}?api_key=${key}`]) {
    answers.push(await ingress.request('GET', url, { headers: { 'x-api-key': key } }));
  }
  answers.push(
    await ingress.request('POST', '/v1/workflow/run', {
      body: { workflowId: workflow.id, componentId: definition.webhook.id },
      headers: { ...headers, 'x-api-key': key },
    }),
  );
  for (const url of [
    path,
    `${path}/versions/1`,
    `${path}/components/${definition.webhook.id}`,
    `${path}/components/${definition.webhook.id}/token`,
    '/v1/organization/api-keys',
    '/v1/organization/secrets',
    '/v1/organization/audit-log',
    '/v1/sessions',
    '/v1/workflows',
    '/v3/api-docs',
  ]) {
    await ask('GET', url);
  }
  await ask('DELETE', `${path}/components/${definition.webhook.id}/token`);
  await ask('DELETE', `/v1/organization/api-keys/${keyId}`);
  answers.push(await ingress.request('GET', '/v1/sessions', { headers: { 'x-api-key': key } }));

  const rows = await allRows(ingress.databaseUrl);
  const sessionCookie = decodeURIComponent(admin.cookie.split('=')[1]?.split(';')[0] ?? '');
  const secrets: Record<string, string> = { key, token, secretValue, password: PASSWORD };
  for (const [name, value] of Object.entries(secrets)) {
    expect([name, 'in a row', rows.includes(value)]).toEqual([name, 'in a row', false]);
    expect([name, 'in the log', ingress.log.filter((line) => line.includes(value))]).toEqual([name, 'in the log', []]);
    expect([
      name,
      'answered',
      answers.filter((answer) => answer.text.includes(value)).map((answer) => answer.text),
    ]).toEqual([name, 'answered', []]);
  }
  expect(ingress.log.some((line) => line.includes(sessionCookie))).toBe(false);
});

/** Every row of every table as text. */
async function allRows(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      texts.push(...rows.map((row) => row.text));
    }
    expect(texts.length).toBeGreaterThan(20);
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
