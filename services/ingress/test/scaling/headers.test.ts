import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findReaders, headersRead } from '../../../../test/scaling/find-readers.ts';
import { KIB, type Reader } from '../../../../test/scaling/reader.ts';
import { testReaders } from '../../../../test/scaling/test-readers.ts';
import { openTargets, type Targets } from './open-targets.ts';

/** Sends every header that ingress reads hostile texts. */

/** Node.js takes 16 KiB of header fields. */
const MAX_HEADER = 15 * KIB;

/** The names of headers by the sources of ingress that read them, found before the service starts: it takes a while. */
const read = [...findReaders(headersRead)].filter(([file]) => file.startsWith('services/ingress/'));

let targets: Targets;
beforeAll(async () => {
  targets = await openTargets();
});
afterAll(() => targets?.stop());

interface Place {
  method: string;
  path: () => string;
  headers?: () => Record<string, string>;
  body?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const withKey = (): Record<string, string> => ({ 'x-api-key': targets.ingress.organization.apiKey });
const asPerson = (): Record<string, string> => ({ cookie: targets.cookie, origin: targets.ingress.url });

const run: Place = {
  method: 'POST',
  path: () => '/v1/workflow/run',
  headers: () => ({ ...withKey(), ...JSON_TYPE }),
  body: '{}',
};
const batch: Place = { ...run, path: () => '/v1/workflow/run/batch' };
const draft: Place = {
  method: 'PUT',
  path: () => `/v1/workflows/${targets.params['id']}`,
  headers: () => ({ ...withKey(), ...JSON_TYPE }),
  body: '{"name":"a","components":[],"connections":[]}',
};
const document: Place = { method: 'GET', path: () => '/v1/openapi.json' };
const page: Place = { method: 'GET', path: () => `/forms/${targets.params['formId']}` };
const preflight: Place = {
  method: 'OPTIONS',
  path: () => '/mcp',
  headers: () => ({ origin: 'http://localhost:1234', 'access-control-request-method': 'POST' }),
};
const mcp: Place = {
  method: 'POST',
  path: () => '/mcp',
  headers: () => ({ ...withKey(), ...JSON_TYPE, accept: 'application/json, text/event-stream' }),
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
};
const mcpWithoutKey: Place = { ...mcp, headers: () => JSON_TYPE };
const upload: Place = { method: 'POST', path: () => '/v1/files', headers: withKey, body: 'a' };
const submission: Place = { method: 'POST', path: page.path, body: 'a=a' };
const person: Place = { method: 'GET', path: () => '/v1/organization', headers: asPerson };
const accounts: Place = { method: 'GET', path: () => '/api/auth/get-session', headers: asPerson };
const operator: Place = { method: 'GET', path: () => '/v1/operator/organizations' };
const events: Place = {
  method: 'GET',
  path: () => `/v1/sessions/${targets.params['componentId']}/events`,
  headers: withKey,
};
const hook = (scheme = 'none', type = 'application/json'): Place => ({
  method: 'POST',
  path: () => targets.webhooks[scheme]!.path,
  headers: () => ({
    token: targets.webhooks[scheme]!.token,
    'content-type': type,
    // The time of a signature is read first.
    'webhook-timestamp': now(),
    'svix-timestamp': now(),
    'webhook-id': 'a',
    'x-slack-request-timestamp': now(),
    'x-zm-request-timestamp': now(),
    'x-signature-timestamp': now(),
    'x-hubspot-request-timestamp': `${now()}000`,
    'twitch-eventsub-message-id': 'a',
    'twitch-eventsub-message-timestamp': new Date().toISOString(),
  }),
  body: '{}',
});
const now = (): string => String(Math.floor(Date.now() / 1_000));

/** Where each header is read. */
const HEADERS: Readonly<Record<string, readonly Place[]>> = {
  accept: [page, document, mcp],
  'accept-encoding': [page, document, run],
  'access-control-request-headers': [preflight],
  'access-control-request-method': [preflight],
  authorization: [mcpWithoutKey, hook()],
  'content-encoding': [run, upload, hook(), submission],
  'content-length': [],
  'content-type': [run, batch, mcp, upload, hook(), submission, hook('twilio')],
  cookie: [person, accounts, page],
  host: [document, hook('hubspot'), accounts],
  'idempotency-key': [run],
  'if-match': [draft],
  'if-none-match': [document, page],
  'last-event-id': [events],
  origin: [mcp, accounts, person, document],
  prefer: [run],
  'sec-fetch-site': [accounts, person],
  'stripe-signature': [hook('stripe')],
  'svix-id': [hook('standard-webhooks')],
  'svix-signature': [hook('standard-webhooks')],
  'svix-timestamp': [hook('standard-webhooks')],
  token: [hook()],
  traceparent: [run, hook(), page],
  tracestate: [run],
  'transfer-encoding': [],
  'twitch-eventsub-message-id': [hook('twitch')],
  'twitch-eventsub-message-signature': [hook('twitch')],
  'twitch-eventsub-message-timestamp': [hook('twitch')],
  'twitch-eventsub-message-type': [hook()],
  'user-agent': [accounts, page],
  'webhook-id': [hook('standard-webhooks'), hook()],
  'webhook-request-origin': [hook()],
  'webhook-signature': [hook('standard-webhooks')],
  'webhook-timestamp': [hook('standard-webhooks')],
  'x-api-key': [run, operator, mcp],
  'x-forwarded-for': [page, accounts],
  'x-hub-signature-256': [hook('github')],
  'x-hubspot-request-timestamp': [hook('hubspot')],
  'x-hubspot-signature-v3': [hook('hubspot')],
  'x-request-id': [run],
  'x-signature': [hook('hmac')],
  'x-signature-ed25519': [hook('discord')],
  'x-signature-timestamp': [hook('discord')],
  'x-slack-request-timestamp': [hook('slack')],
  'x-slack-signature': [hook('slack')],
  'x-square-hmacsha256-signature': [hook('square')],
  'x-twilio-signature': [hook('twilio', 'application/x-www-form-urlencoded')],
  'x-zm-request-timestamp': [hook('zoom')],
  'x-zm-signature': [hook('zoom')],
};

/** Headers of answers that ingress reads again before it sends them, and of answers of its accounts library. */
const OF_ANSWERS = ['etag', 'location', 'retry-after'];
/** Headers of parts of bodies, which route-bodies.test.ts sends. */
const OF_PARTS = ['content-disposition'];

/** Sources that read headers whose names are no literals, with the headers above that these are. */
const BY_NAME: Readonly<Record<string, readonly string[] | string>> = {
  'services/ingress/src/accounts/library/account-hooks.ts': 'an address that ingress wrote',
  'services/ingress/src/accounts/library/oauth/oauth-rules.ts': 'an address that ingress wrote',
  'services/ingress/src/http/answers/answer.ts': 'headers of the answer',
  'services/ingress/src/http/answers/served-page.ts': 'headers of the answer',
  'services/ingress/src/http/routing/send-reply.ts': 'headers of the answer',
  'services/ingress/src/http/telemetry/request-id.ts': ['x-request-id'],
  'services/ingress/src/service/open-api-document.ts': 'names of the document',
  'services/ingress/src/webhooks/check-signature.ts': ['x-signature'],
  'services/ingress/src/webhooks/delivery-id.ts': ['webhook-id'],
  'services/ingress/src/webhooks/verification/signature-scheme.ts': ['x-signature'],
  'services/ingress/src/webhooks/verification/signed-request-id.ts': ['webhook-timestamp'],
  'services/ingress/src/webhooks/verification/standard-webhooks.ts': ['webhook-id', 'svix-id', 'webhook-signature'],
};

const readers = Object.entries(HEADERS).flatMap(([name, places]) =>
  places.map((place): Reader => [
    name,
    `${place.method} ${places.indexOf(place)}`,
    MAX_HEADER,
    (text) => send(place, name, text),
  ]),
);

async function send({ method, path, headers, body }: Place, name: string, text: string): Promise<void> {
  const answer = await fetch(targets.ingress.url + path(), {
    method,
    redirect: 'manual',
    headers: { ...headers?.(), [name]: text },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
}

testReaders('header', readers, 'sockets');

test('each header that ingress reads is sent texts', () => {
  const names = read.flatMap(([file, found]) =>
    found.flatMap((name) => (name === '*' ? (BY_NAME[file] ?? [file]) : [name])),
  );
  const known = new Set([...Object.keys(HEADERS), ...OF_ANSWERS, ...OF_PARTS, ...Object.values(BY_NAME).flat()]);
  expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
  const dynamic = read.filter(([, found]) => found.includes('*')).map(([file]) => file);
  expect(Object.keys(BY_NAME).filter((file) => !dynamic.includes(file))).toEqual([]);
});
