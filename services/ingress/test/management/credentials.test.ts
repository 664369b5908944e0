import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { CREDENTIAL_TYPES } from '@workflow/credentials/descriptors';
import { useTestIngress, type TestAnswer } from '../start-test-ingress.ts';
import { useFirstAdmin, invite, type Person } from './people.ts';

const PATH = '/v1/organization/credentials';
const SECRET = 'the planted password';
const SMTP = { type: 'smtp', host: 'mail.example.com', port: 587, tls: 'starttls', user: 'me', password: SECRET };

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);
let member: Person;
let named = 0;

beforeAll(async () => {
  member = await invite(ingress, admin, 'member@example.com');
});

const make = (content: object): Promise<TestAnswer> =>
  admin.request('POST', PATH, { name: `Credential ${(named += 1)}`, ...content });

async function made(content: object): Promise<string> {
  const { status, body } = await make(content);
  expect(status).toBe(201);
  return `${PATH}/${body.id}`;
}

test('a credential is answered without its secrets, flat as it was sent', async () => {
  const { body, text } = await make({ ...SMTP, name: 'Invoices' });
  const { password: _password, ...shown } = SMTP;
  expect(body).toEqual({
    ...shown,
    name: 'Invoices',
    id: expect.any(String),
    status: 'ready',
    statusReason: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    lastUsedAt: null,
    usedBy: [],
  });
  const answers = [
    text,
    (await admin.request('GET', PATH)).text,
    (await admin.request('GET', `${PATH}/${body.id}`)).text,
  ];
  for (const answer of answers) expect(answer).not.toContain(SECRET);
  expect(await admin.request('GET', `${PATH}/${body.id}`)).toMatchObject({ status: 200, body: shown });
});

test('members see name, type and status, and nothing more', async () => {
  const { body } = await make(SMTP);
  const { items } = (await member.request('GET', PATH)).body;
  const { id, name } = body;
  expect(items).toContainEqual({ id, name, type: 'smtp', status: 'ready', statusReason: null });
});

test.each<[string, object, string]>([
  ['an unknown type', { type: 'telegraph' }, 'type must be one of smtp, imap'],
  ['a missing type', {}, 'type is required'],
  ['a missing field', { ...SMTP, host: undefined }, 'host is required'],
  ['a missing secret', { ...SMTP, password: undefined }, 'password is required'],
  ['a password without a user', { ...SMTP, user: undefined }, 'user is required'],
  ['a path for a host', { ...SMTP, host: '/var/run/mail' }, 'host must be a name or an address'],
  ['a host with a port', { ...SMTP, host: 'mail.example.com:25' }, 'host must be a name or an address'],
  ['a port that is none', { ...SMTP, port: 0 }, 'port must be at least 1'],
  ['an unknown field', { ...SMTP, hots: 'x' }, 'hots is not a known field'],
  [
    'hosts with a port',
    { type: 'http-bearer', token: 'long enough', hosts: ['a.example:80'] },
    'hosts[0] must be a name',
  ],
  ['a header with a line break', { type: 'http-header', header: 'X-Key', value: 'a\r\nb' }, 'value must be visible'],
  [
    'a URL with a user',
    { type: 'openai-compatible', baseUrl: 'https://u:p@h/v1', apiKey: 'k' },
    'baseUrl must be an http',
  ],
  ['NUL in a text', { ...SMTP, user: 'a\0b' }, 'user must not contain NUL'],
])('%s is refused', async (_what, content, message) => {
  const answer = await make(content);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain(message);
});

test('wrong fields are listed one by one in addition to the message, for a form', async () => {
  const { body } = await make({ ...SMTP, host: '/var/run/mail', password: undefined });
  expect(body.problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: '/host', code: 'FIELD_RULE' }),
      expect.objectContaining({ path: '/password', code: 'REQUIRED', message: 'password is required' }),
    ]),
  );
  expect(body.problems).toHaveLength(2);
});

test('a relay needs no sign-in, and a user or a password for HTTP may be empty', async () => {
  const { user: _user, password: _password, ...relay } = SMTP;
  const path = await made(relay);
  const moved = await admin.request('PUT', path, { ...relay, name: 'Moved', host: 'relay.example.com', password: '' });
  expect(moved.status).toBe(200);
  const basic = { type: 'http-basic', user: '', password: 'key' };
  expect([(await make(basic)).status, (await make({ ...basic, user: 'key', password: '' })).status]).toEqual([
    201, 201,
  ]);
});

test("another organization's credential is unknown, whatever is asked of it", async () => {
  const path = await made({ ...SMTP, name: 'Ours' });
  const headers = { 'content-type': 'application/json', 'x-api-key': ingress.organization.apiKey };
  const ask = (method: string, at: string, body?: object) => ingress.request(method, at, { headers, body });
  expect((await ask('GET', PATH)).body).toEqual({ items: [], nextCursor: null });
  const answers = [
    await ask('GET', path),
    await ask('PUT', path, { ...SMTP, name: 'Theirs' }),
    await ask('DELETE', `${path}?force=true`),
    await ask('POST', `${path}/test`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const config = { method: 'GET', url: 'http://h', credential: path.split('/').at(-1) };
  const components = [{ id: randomUUID(), type: 'http-request', config }];
  const { body } = await ask('POST', '/v1/workflows', { name: 'Theirs', components, connections: [] });
  expect((await ask('POST', `/v1/workflows/${body.id}/publish`)).body.message).toContain('There is no credential');
  // A name is taken in one organization alone.
  expect((await ask('POST', PATH, { ...SMTP, name: 'Ours' })).status).toBe(201);
  expect((await admin.request('GET', path)).body).toMatchObject({ name: 'Ours', user: 'me' });
});

test('every type declares what is secret, and no field that answers use for something else', () => {
  const own = ['id', 'name', 'type', 'status', 'statusReason', 'createdAt', 'updatedAt', 'lastUsedAt', 'usedBy'];
  for (const { type, schema, secretFields } of CREDENTIAL_TYPES) {
    expect([type, secretFields.length > 0]).toEqual([type, true]);
    expect(Object.keys(schema['properties'] as object).filter((field) => own.includes(field))).toEqual([]);
  }
});

test('names are unique in an organization', async () => {
  await make({ ...SMTP, name: 'Taken' });
  const other = await made({ ...SMTP });
  const message = "The organization has a credential named 'Taken' already";
  expect(await make({ ...SMTP, name: 'Taken' })).toMatchObject({ status: 409, body: { message } });
  expect(await admin.request('PUT', other, { ...SMTP, name: 'Taken' })).toMatchObject({
    status: 409,
    body: { message },
  });
});

/** Returns what a step would get. */
async function opened(path: string) {
  const { body } = await admin.request('GET', '/v1/caller');
  const id = path.split('/').at(-1) as string;
  return (await ingress.context.store.credentials.open(body.organizationId, id, { isUse: false }))?.fields;
}

test('a change keeps the secrets that it leaves out, and replaces those that it brings', async () => {
  const path = await made(SMTP);
  const { password: _password, ...without } = SMTP;
  const answer = await admin.request('PUT', path, { ...without, name: 'Renamed', user: 'you' });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Renamed', user: 'you' } });
  expect(await opened(path)).toMatchObject({ user: 'you', password: SECRET });
  await admin.request('PUT', path, { ...SMTP, name: 'Renamed', password: 'another one' });
  expect(await opened(path)).toMatchObject({ user: 'me', password: 'another one' });
});

const BEARER = { type: 'http-bearer', token: SECRET, hosts: ['api.example.com'] };

test.each<[string, object, object]>([
  ['host', SMTP, { host: 'evil.example.com' }],
  ['port', SMTP, { port: 26 }],
  ['tls', SMTP, { tls: 'none' }],
  ['hosts', BEARER, { hosts: ['api.example.com', 'evil.example.com'] }],
  ['hosts', BEARER, { hosts: undefined }],
  ['testUrl', BEARER, { testUrl: 'https://evil.example.com' }],
])('a change of %s must bring the secrets again', async (field, content, change) => {
  const path = await made(content);
  const secret = 'token' in content ? 'token' : 'password';
  const next = { name: 'Moved', ...content, ...change };
  const refused = await admin.request('PUT', path, { ...next, [secret]: undefined });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: `${secret} is required, because ${field} changes where it is sent` },
  });
  expect(await opened(path)).toEqual(Object.fromEntries(Object.entries(content).filter(([key]) => key !== 'type')));
  expect((await admin.request('PUT', path, { ...next, name: randomUUID() })).status).toBe(200);
});

test('the type of a credential stays', async () => {
  const path = await made(SMTP);
  const answer = await admin.request('PUT', path, { ...SMTP, name: 'x', type: 'imap' });
  expect(answer).toMatchObject({ status: 400, body: { message: 'type must be smtp, as the credential was made' } });
});

test('a credential that a published version uses is deleted by force alone', async () => {
  const path = await made(BEARER);
  const credential = path.split('/').at(-1) as string;
  const config = { method: 'GET', url: 'http://h', credential };
  const components = [{ id: randomUUID(), type: 'http-request', config }];
  const { body } = await admin.request('POST', '/v1/workflows', { name: 'Caller', components, connections: [] });
  expect((await admin.request('POST', `/v1/workflows/${body.id}/publish`)).status).toBe(201);
  const use = { workflowId: body.id, name: 'Caller', published: true };
  expect((await admin.request('GET', path)).body.usedBy).toEqual([use]);
  expect(await admin.request('DELETE', path)).toMatchObject({
    status: 409,
    body: { message: 'The credential is used by published workflows: Caller' },
  });
  await admin.request('POST', `/v1/workflows/${body.id}/unpublish`);
  expect((await admin.request('GET', path)).body.usedBy).toEqual([{ ...use, published: false }]);
  await admin.request('POST', `/v1/workflows/${body.id}/publish`);
  expect((await admin.request('DELETE', `${path}?force=true`)).status).toBe(204);
  expect((await admin.request('GET', path)).status).toBe(404);
});

test('publishing names a credential that is missing or of a type that does not fit', async () => {
  const smtp = (await made(SMTP)).split('/').at(-1) as string;
  const gone = randomUUID();
  const components = [smtp, gone].map((credential) => ({
    id: randomUUID(),
    type: 'http-request',
    config: { method: 'GET', url: 'http://h', credential },
  }));
  const { body } = await admin.request('POST', '/v1/workflows', { name: 'Wrong', components, connections: [] });
  const { status, body: answer } = await admin.request('POST', `/v1/workflows/${body.id}/publish`);
  expect(status).toBe(400);
  const path = '/config/credential';
  expect(answer.problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        componentId: components[0]!.id,
        path,
        message: expect.stringMatching(
          /has the type smtp, but this field needs http-basic, http-bearer, http-header, http-query, oauth2$/,
        ),
      }),
      expect.objectContaining({ componentId: components[1]!.id, path, message: `There is no credential ${gone}` }),
    ]),
  );
});

test('a test without an executor is answered 503 with this reason, and leaves nothing behind', async () => {
  const path = await made(BEARER);
  expect(await admin.request('POST', `${path}/test`)).toMatchObject({
    status: 503,
    body: { message: 'No executor is running. Start one and try again' },
  });
});

test('what was done to a credential is in the audit log, without its secrets', async () => {
  const path = await made(SMTP);
  await admin.request('PUT', path, { ...SMTP, name: 'Audited', password: 'next secret' });
  await admin.request('DELETE', path);
  const { body, text } = await admin.request('GET', '/v1/organization/audit-log');
  const id = path.split('/').at(-1);
  const entries = body.items as { action: string; target: { id: string } }[];
  const actions = entries.filter(({ target }) => target.id === id).map(({ action }) => action);
  expect(actions).toEqual(['credential.delete', 'credential.replace', 'credential.create']);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain('next secret');
});
