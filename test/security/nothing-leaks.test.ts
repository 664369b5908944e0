import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort, startSystem, type TestSystem } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { startEchoServer, type EchoServer } from './echo-server.ts';
import { findLeaks, readAllRows } from './read-everything.ts';
import { API, REQUESTS_WITH_SECRETS } from './requests-with-secrets.ts';

/**
 * Runs the real processes with every kind of secret, used correctly and incorrectly. Afterwards no part of a secret is
 * in a log line, a row, a metric, an error, or an answer other than the one that shows it once.
 */

const ADMIN_EMAIL = 'admin@example.com';
const adminPassword = `password-${randomBytes(12).toString('hex')}`;
const authSecret = `auth-${randomBytes(24).toString('hex')}`;
const secretsKey = randomBytes(32).toString('base64');
/** Long enough for messages to be cut within it. */
const apiSecret = `api.${randomBytes(300).toString('hex')}`;
const passwordSecret = `pw/${randomBytes(20).toString('hex')}+=`;
const privateKey = `-----BEGIN KEY-----\n${randomBytes(32).toString('base64')}\n-----END KEY-----`;
const accountSecret = JSON.stringify({ type: 'service_account', private_key: privateKey });
const signingSecret = `sign-${randomBytes(24).toString('hex')}`;

let system: TestSystem;
let echo: EchoServer;
let metricsPort: number;
let executorMetricsPort: number;
/** Texts of all answers except those that show a value once. */
const answers: string[] = [];

beforeAll(async () => {
  echo = await startEchoServer();
  [metricsPort, executorMetricsPort] = [await freePort(), await freePort()];
  system = await startSystem({
    backend: 'postgres',
    executors: 0,
    env: {
      ADMIN_EMAIL,
      ADMIN_PASSWORD: adminPassword,
      AUTH_SECRET: authSecret,
      SECRETS_KEY: secretsKey,
      METRICS_PORT: String(metricsPort),
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      LOG_LEVEL: 'trace',
    },
  });
  await system.startExecutor({ EXECUTOR_METRICS_PORT: String(executorMetricsPort) });
});

afterAll(async () => {
  await system?.stop();
  await echo?.close();
});

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: JsonObject; headers: Headers }> {
  const response = await fetch(`${system.api.baseUrl}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  answers.push(`${method} ${path.split('?')[0]} answered ${text}`);
  return {
    status: response.status,
    body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {},
    headers: response.headers,
  };
}

const withKey = (method: string, path: string, body?: unknown): ReturnType<typeof ask> =>
  ask(method, path, body, { 'x-api-key': system.organization.apiKey });

/** Sends a request whose answer shows a value once. The answer is not collected. */
async function showOnce(method: string, path: string, body?: unknown): Promise<JsonObject> {
  const before = answers.length;
  const { body: shown } = await withKey(method, path, body);
  answers.length = before;
  return shown;
}

/** Publishes one component after an input, runs it to its end, and reads the session and its steps. */
async function runOne(type: string, config: JsonObject): Promise<{ status: unknown; error: unknown }> {
  const [input, one, output] = [randomUUID(), randomUUID(), randomUUID()];
  const workflowId = await system.api.publish(type, {
    components: [
      { id: input, type: 'input', config: { placeholders: [] } },
      { id: one, type, config, ...(type !== 'delay' && { output: 'answer' }) },
      { id: output, type: 'output', config: { value: type === 'delay' ? 'late' : '{{ answer }}' } },
    ],
    connections: [
      { from: input, port: 'next', to: one },
      { from: one, port: 'next', to: output },
    ],
  });
  const { body } = await ask(
    'POST',
    '/v1/workflow/run',
    { workflowId, componentId: input },
    { 'x-api-key': system.organization.apiKey, prefer: 'wait=60' },
  );
  for (const path of ['', '/steps']) await withKey('GET', `/v1/sessions/${String(body['sessionId'])}${path}`);
  for (const path of ['', '/versions', '/versions/1', `/components/${one}`])
    await withKey('GET', `/v1/workflows/${workflowId}${path}`);
  return { status: body['status'], error: body['error'] };
}

const SENT_BASIC = Buffer.from(`robot:${passwordSecret}`).toString('base64');

test('after secrets were used correctly and incorrectly, over HTTP, webhooks, sign-in and failing runs', async () => {
  for (const [name, value] of [
    ['api', apiSecret],
    ['account', accountSecret],
    ['password', passwordSecret],
    ['signing', signingSecret],
  ] as const)
    await withKey('PUT', `/v1/organization/secrets/${name}`, { value });

  const host = new URL(echo.url).host;
  for (const [what, config, status] of REQUESTS_WITH_SECRETS) {
    const url = String(config['url']).replace('HOST', host);
    const ended = await runOne('http-request', { ...config, url: url.startsWith('/') ? echo.url + url : url });
    expect([what, ended.status, ended.status === status ? null : ended.error]).toEqual([what, status, null]);
  }
  await runOthers();
  // The secrets were sent where they were meant to be sent.
  for (const sent of [apiSecret, SENT_BASIC]) expect(echo.received.some((text) => text.includes(sent))).toBe(true);

  const { token, deletedToken } = await useWebhook();
  const { key, cookie } = await useAccounts();
  await readEverywhere(cookie);

  const shown: Record<string, string> = { key, token, deletedToken, organizationKey: system.organization.apiKey };
  const secrets: Record<string, string> = {
    adminPassword,
    authSecret,
    secretsKey,
    signingSecret,
    passwordSecret,
    cookie,
    basic: SENT_BASIC.slice(12, 40),
    privateKey: privateKey.slice(20, 40),
  };
  // Parts count as well. The visible prefix of keys and tokens has 12 characters.
  for (const [name, value] of Object.entries(shown)) secrets[name] = value.slice(12, 32);
  for (const at of [0, 40, 120, 400, 580]) secrets[`apiSecret from ${at}`] = apiSecret.slice(at, at + 20);
  for (const [name, value] of Object.entries({ passwordSecret, signingSecret, adminPassword }))
    secrets[`start of ${name}`] = value.slice(0, 16);

  const metrics = await Promise.all(
    [metricsPort, executorMetricsPort].map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  await Promise.all(system.executors.map((executor) => executor.stop()));
  await Promise.all(system.ingresses.map((ingress) => ingress.stop()));
  const lines = [...system.executors, ...system.ingresses].flatMap(({ options, log }) =>
    log.map((line) => `${options.service} logged ${JSON.stringify(line)}`),
  );
  const rows = await readAllRows(system.databaseUrl);

  expect({
    lines: lines.length > 100,
    rows: rows.length > 100,
    answers: answers.length > 100,
    metrics: metrics.every((text) => text.includes('# HELP')),
  }).toEqual({ lines: true, rows: true, answers: true, metrics: true });
  expect(findLeaks(secrets, lines)).toEqual([]);
  expect(findLeaks(secrets, metrics)).toEqual([]);
  expect(findLeaks(secrets, answers)).toEqual([]);
  expect(findLeaks(secrets, rows)).toEqual([]);
});

/** Runs components that do not need a secret but may name one. */
async function runOthers(): Promise<void> {
  const [child, last] = [randomUUID(), randomUUID()];
  const childId = await system.api.publish('child', {
    components: [
      { id: child, type: 'input', config: { placeholders: [{ key: 'given', type: 'TEXT' }] } },
      { id: last, type: 'output', config: { value: '{{ given }}' } },
    ],
    connections: [{ from: child, port: 'next', to: last }],
  });
  const fields = [{ key: 'private_key', type: 'TEXT' }];
  const runs: [string, JsonObject, unknown][] = [
    ['json-parse', { source: "{{ $secret('account') }}", fields }, 'SUCCEEDED'],
    ['json-parse', { source: API, fields }, 'FAILED'],
    ['transform', { expression: "$secret('password')", type: 'TEXT' }, 'SUCCEEDED'],
    ['transform', { expression: "$secret('password')", type: 'NUMBER' }, 'FAILED'],
    [
      'run-workflow',
      { workflowId: childId, componentId: child, placeholderValues: { given: API }, wait: true },
      'SUCCEEDED',
    ],
    [
      'run-workflow',
      {
        workflowId: childId,
        componentId: child,
        placeholderValues: { given: "{{ 'x' & $base64encode('12' & $secret('password')) }}" },
        wait: false,
      },
      'SUCCEEDED',
    ],
    [
      'for-each',
      { items: "{{ [$secret('password'), 'x'] }}", workflowId: childId, componentId: child, itemKey: 'given' },
      'SUCCEEDED',
    ],
    ['delay', { until: API }, 'FAILED'],
  ];
  for (const [type, config, status] of runs) {
    const ended = await runOne(type, config);
    expect([type, ended.status, ended.status === status ? null : ended.error]).toEqual([type, status, null]);
  }
}

async function useWebhook(): Promise<{ token: string; deletedToken: string }> {
  const [hook, output] = [randomUUID(), randomUUID()];
  const workflowId = await system.api.publish('hook', {
    components: [
      {
        id: hook,
        type: 'webhook',
        output: 'request',
        config: { verification: { scheme: 'github', secret: 'signing' } },
      },
      { id: output, type: 'output', config: { value: '{{ request }}' } },
    ],
    connections: [{ from: hook, port: 'next', to: output }],
  });
  const tokenPath = `/v1/workflows/${workflowId}/components/${hook}/token`;
  const deletedToken = String((await showOnce('POST', tokenPath))['token']);
  await withKey('DELETE', tokenPath);
  const token = String((await showOnce('POST', tokenPath))['token']);
  const body = { hello: 'world', callback: `https://example.com/?token=${token}` };
  const signature = {
    'x-hub-signature-256': `sha256=${createHmac('sha256', signingSecret).update(JSON.stringify(body)).digest('hex')}`,
  };
  const statuses = [
    await ask('POST', `/webhook/${workflowId}`, body, { token, ...signature }),
    await ask('POST', `/webhook/${workflowId}?a=1&token=${token}`, body, {
      ...signature,
      referer: `https://example.com/?token=${token}`,
    }),
    await ask('POST', `/webhook/${workflowId}?token=${token}`, body, {
      'x-hub-signature-256': `sha256=${signingSecret}`,
    }),
    await ask('POST', `/webhook/${workflowId}?token=${deletedToken}`, body, signature),
    await ask('POST', `/webhook/${randomUUID()}/?token=${token}`, body, { token: deletedToken }),
    await ask('GET', `/webhook/${workflowId}/nowhere?token=${token}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([202, 202, 403, 403, 403, 404]);
  await withKey('GET', tokenPath);
  return { token, deletedToken };
}

async function useAccounts(): Promise<{ key: string; cookie: string }> {
  const made = await showOnce('POST', '/v1/organization/api-keys', {
    name: 'second',
    scopes: ['run', 'read', 'manage'],
  });
  const key = String(made['key']);
  await ask('GET', `/v1/sessions?key=${key}`, undefined, { 'x-api-key': key });
  await withKey('DELETE', `/v1/organization/api-keys/${String(made['id'])}`);
  await ask('GET', '/v1/caller', undefined, { 'x-api-key': key });
  await ask('GET', `/v1/nowhere?api_key=${key}`);
  await ask('POST', '/api/auth/sign-in/email', { email: ADMIN_EMAIL, password: `${adminPassword}-wrong` });
  const signedIn = await ask('POST', '/api/auth/sign-in/email', { email: ADMIN_EMAIL, password: adminPassword });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]!.split('=')[1]!)[0]!;
  return { key, cookie };
}

async function readEverywhere(cookie: string): Promise<void> {
  for (const path of [
    '/v1/organization/api-keys',
    '/v1/organization/secrets',
    '/v1/organization/audit-log',
    '/v1/sessions?limit=200',
    '/v1/workflows',
    '/v1/overview',
    '/v1/caller',
    '/v3/api-docs',
    '/readyz',
  ]) {
    await withKey('GET', path);
  }
  for (const path of [
    '/api/auth/get-session',
    '/api/auth/organization/list',
    '/v1/caller',
    '/v1/organization/api-keys',
  ]) {
    await ask('GET', path, undefined, { cookie: `better-auth.session_token=${cookie}` });
  }
}
