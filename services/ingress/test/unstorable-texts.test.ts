import { beforeAll, expect, test } from '@jest/globals';
import { documentedOperations, type Operation } from './management/documented-operations.ts';
import { useFirstAdmin } from './management/people.ts';
import { useTestIngress, type AnyBody } from './start-test-ingress.ts';

/** Texts that PostgreSQL does not store, at every place of every documented request of an admin. */

const UNSTORABLE = ['a\0b', 'a\uD800b'];

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);
let document: AnyBody;
let operations: Operation[];

beforeAll(async () => {
  ({ body: document } = await ingress.request('GET', '/v3/api-docs'));
  operations = (await documentedOperations(ingress)).filter(({ takesKeys }) => takesKeys);
});

/** Requests that were not refused with a status of 4xx. */
async function acceptedOf(requests: readonly { path: string; method: string; body?: object }[]): Promise<string[]> {
  expect(requests.length).toBeGreaterThan(15);
  const accepted: string[] = [];
  for (const { method, path, body } of requests) {
    const answer = await admin.request(method, path, body, { 'if-match': '*' });
    if (answer.status < 400 || answer.status >= 500)
      accepted.push(`${method} ${path} ${JSON.stringify(body ?? null)}: ${answer.status}`);
  }
  return accepted;
}

const withIds = (path: string): string => path.replaceAll(/\{(\w+)\}/g, () => crypto.randomUUID());

test('no body with such a text is accepted', async () => {
  const requests = operations.flatMap(({ method, path }) => {
    const example = document.paths[path][method.toLowerCase()].requestBody?.content['application/json']?.example ?? {};
    return Object.entries<unknown>(example).flatMap(([key, value]) =>
      typeof value === 'string'
        ? UNSTORABLE.map((text) => ({ method, path: withIds(path), body: { ...example, [key]: text } }))
        : [],
    );
  });
  expect(await acceptedOf(requests)).toEqual([]);
});

test('no query with such a text is accepted', async () => {
  const requests = operations
    .filter(({ isStream }) => !isStream)
    .flatMap(({ method, path }) =>
      ((document.paths[path][method.toLowerCase()].parameters ?? []) as AnyBody[])
        .filter((parameter) => parameter.in === 'query' && parameter.schema.type === 'string')
        .map(({ name }) => ({ method, path: `${withIds(path)}?${name}=a%00b` })),
    );
  expect(await acceptedOf(requests)).toEqual([]);
});

test('no path with such a text is accepted', async () => {
  const requests = operations
    .filter(({ path, isStream }) => path.includes('{') && !isStream)
    .map(({ method, path }) => ({
      method,
      path: path.replaceAll(/\{\w+\}/g, 'a%00b'),
      ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
    }));
  expect(await acceptedOf(requests)).toEqual([]);
});
