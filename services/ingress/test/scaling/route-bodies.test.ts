import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { KIB, type Reader } from '../../../../test/scaling/reader.ts';
import { testReaders } from '../../../../test/scaling/test-readers.ts';
import { textFieldsOf, withText } from '../../../../test/scaling/text-fields.ts';
import { USED_ENDPOINTS } from '../../src/accounts/library/used-endpoints.ts';
import type { ListedRoute, Route } from '../../src/http/define-route.ts';
import { routes } from '../../src/routes.ts';
import { bodiesOf, LIBRARY_FIELDS } from './bodies-of-routes.ts';
import { callerOf, nextAddress, openTargets, pathOf, type Targets } from './open-targets.ts';

/** Sends every field of every body, every parameter of a query, and every body as a whole, hostile texts. */

/** Growth shows at this length; header fields, which queries are part of, have 16 KiB. */
const MAX_TEXT = 64 * KIB;
const MAX_PUBLIC_TEXT = 8_000;
/** An escaped character takes three characters. */
const MAX_QUERY = 4 * KIB;

let targets: Targets;
/** How often each route gave each status. */
const statuses = new Map<string, Map<number, number>>();
/** The requests that were answered 500, with the line that the service logged. */
const failures: string[] = [];

beforeAll(async () => {
  targets = await openTargets();
});
afterAll(() => targets?.stop());

async function send(
  name: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<void> {
  const answer = await fetch(targets.ingress.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, 'x-forwarded-for': nextAddress() },
    ...(body !== undefined && { body }),
  });
  const counts = statuses.get(name) ?? new Map<number, number>();
  statuses.set(name, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
  // A stream of events has no end.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await answer.body?.cancel();
  const content = isStream ? '' : await answer.text();
  // A fault in a call of an MCP tool is in an answer of 200.
  if (answer.status !== 500 && !content.includes('something went wrong on our side')) return;
  const line = targets.ingress.log.findLast((logged) => logged.includes('"err"')) ?? '';
  failures.push(`${name} ${body?.slice(0, 80) ?? path.slice(0, 80)}: ${line.slice(0, 1500)}`);
}

function sendTo(route: ListedRoute, body: string, type: string): Promise<void> {
  const headers = { ...callerOf(route, targets), 'content-type': type };
  return send(route.operationId, route.method, pathOf(route, targets), headers, body);
}

function maxTextOf({ security }: Route): number {
  return security.kind === 'public' || security.kind === 'person' ? MAX_PUBLIC_TEXT : MAX_TEXT;
}

const withBody = routes.filter(({ body, bodyTypes }) => body !== undefined || bodyTypes !== undefined);

const bodies = withBody.flatMap((route): Reader[] =>
  bodiesOf(route).map(({ name, type, write }) => [
    route.operationId,
    name,
    maxTextOf(route),
    (text) => sendTo(route, write(text), type),
  ]),
);

const fields = withBody.flatMap((route): Reader[] =>
  textFieldsOf(route.body ?? {}, maxTextOf(route)).map(({ path, maxLength }) => [
    route.operationId,
    path.join('/'),
    maxLength,
    (text) => sendTo(route, JSON.stringify(withText(route.bodyExample as Json, path, text)), 'application/json'),
  ]),
);

const queries = routes.flatMap((route): Reader[] => {
  if (route.query === undefined || route.method !== 'GET') return [];
  return textFieldsOf(route.query, MAX_QUERY).map(({ path, maxLength }): Reader => {
    const name = path[0]!;
    const url = (text: string) => `${pathOf(route, targets)}?${name}=${encodeURIComponent(text.toWellFormed())}`;
    return [
      route.operationId,
      `?${name}`,
      maxLength,
      (text) => send(route.operationId, route.method, url(text), callerOf(route, targets)),
    ];
  });
});

const library = Object.entries(LIBRARY_FIELDS).flatMap(([endpoint, names]) => {
  const [method, path] = endpoint.split(' ') as [string, string];
  return names.map((name): Reader => [
    endpoint,
    name,
    method === 'GET' ? MAX_QUERY : MAX_PUBLIC_TEXT,
    (text) => {
      const isForm = path.startsWith('/oauth2/') && path !== '/oauth2/register' && path !== '/oauth2/consent';
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
      const asPerson = { cookie: targets.cookie, origin: targets.ingress.url, 'content-type': type };
      if (isForm && method === 'POST')
        return send(endpoint, method, `/api/auth${path}`, asPerson, String(new URLSearchParams({ [name]: text })));
      if (method === 'GET')
        return send(endpoint, method, `/api/auth${path}?${name}=${encodeURIComponent(text.toWellFormed())}`, asPerson);
      return send(endpoint, method, `/api/auth${path}`, asPerson, JSON.stringify({ [name]: text }));
    },
  ]);
});

testReaders('bodies', bodies, 'sockets');
testReaders('fields of bodies', fields, 'sockets');
testReaders('queries', queries, 'sockets');
testReaders('accounts', library, 'sockets');

test('each route with a body is sent texts', () => {
  const sent = new Set([...bodies, ...fields].map(([operation]) => operation));
  expect(withBody.map(({ operationId }) => operationId).filter((operation) => !sent.has(operation))).toEqual([]);
});

test('each endpoint of the accounts library is sent texts', () => {
  expect(Object.keys(LIBRARY_FIELDS).toSorted()).toEqual([...USED_ENDPOINTS].toSorted());
});

test('no text makes the service fail', () => {
  expect([...new Set(failures)].slice(0, 10)).toEqual([]);
});

/** Routes that read no text before they refuse these requests, each with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  resetMemberPassword: 'its body has no field',
};
/** Statuses of requests that were read: accepted, or refused for their content. */
const READ = [200, 201, 202, 204, 302, 303, 400, 409, 410];

test('texts reach what reads them', () => {
  const unread = [...statuses].filter(([name, counts]) => !(name in REFUSED) && !READ.some((one) => counts.has(one)));
  expect(unread.map(([name, counts]) => `${name}: ${[...counts].join(' ')}`)).toEqual([]);
  const paced = [...statuses].filter(([, counts]) => (counts.get(429) ?? 0) > 200);
  expect(paced.map(([name, counts]) => `${name}: ${[...counts].join(' ')}`)).toEqual([]);
});
