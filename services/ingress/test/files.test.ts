import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { FilesUnavailable } from '@workflow/file-store';
import { createOrganization, waitFor } from '@workflow/test-harness';
import { type AnyBody, useTestIngress } from './start-test-ingress.ts';

const LIMIT = 600_000;
const SYSTEM = { type: 'system', id: null, name: 'test' } as const;

const ingress = useTestIngress({ config: { files: { maxFileBytes: LIMIT } } });
let stranger: string;
beforeAll(async () => {
  stranger = (await createOrganization(ingress.databaseUrl)).apiKey;
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Sent {
  key?: string;
  headers?: Record<string, string>;
}

async function send(method: string, path: string, body?: RequestInit['body'], { key, headers }: Sent = {}) {
  const response = await fetch(new URL(path, ingress.url), {
    method,
    headers: { 'x-api-key': key ?? ingress.organization.apiKey, ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { response, bytes, status: response.status, body: isJson ? (JSON.parse(String(bytes)) as AnyBody) : null };
}

const upload = (bytes: Buffer, sent?: Sent) => send('POST', '/v1/files?name=a.txt', new Uint8Array(bytes), sent);

const FILE = { key: 'paper', type: 'FILE' };
const PAPERS = { key: 'papers', type: 'LIST', items: 'FILE' };
const CASE = {
  key: 'case',
  type: 'OBJECT',
  fields: [
    { key: 'scan', type: 'FILE' },
    { key: 'pages', type: 'LIST', items: { type: 'OBJECT', fields: [{ key: 'image', type: 'FILE' }] } },
  ],
};
async function workflow() {
  const componentId = randomUUID();
  const config = { placeholders: [FILE, PAPERS, CASE, { key: 'text', type: 'TEXT' }, { key: 'json', type: 'JSON' }] };
  return { componentId, workflowId: await ingress.workflow([{ id: componentId, type: 'input', config }]) };
}

test('stores raw bytes and gives them back to be saved, to its organization alone', async () => {
  const bytes = randomBytes(550_000);
  const stored = await send('POST', `/v1/files?name=${encodeURIComponent('../päper "1".svg')}`, new Uint8Array(bytes), {
    headers: { 'content-type': 'image/svg+xml' },
  });
  expect([stored.status, stored.body]).toEqual([
    201,
    {
      fileId: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'päper "1".svg',
      contentType: 'image/svg+xml',
      size: bytes.length,
      sha256: sha256(bytes),
    },
  ]);
  const path = `/v1/files/${stored.body.fileId}`;
  const read = await send('GET', path);
  expect(read.bytes.equals(bytes)).toBe(true);
  expect(Object.fromEntries(read.response.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="p_per _1_.svg"; filename*=UTF-8''p%C3%A4per%20%221%22.svg`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  const head = await send('HEAD', path);
  expect([head.status, head.response.headers.get('content-length'), head.bytes.length]).toEqual([
    200,
    String(bytes.length),
    0,
  ]);
  const known = await send('GET', path, undefined, { headers: { 'if-none-match': `"${sha256(bytes)}"` } });
  expect(known.status).toBe(304);
  expect((await send('GET', path, undefined, { key: stranger })).status).toBe(404);
  expect((await send('GET', `/v1/files/${randomUUID()}`)).status).toBe(404);
  expect((await send('GET', path, undefined, { key: 'none' })).status).toBe(403);
});

test('stores an empty file, and the one file of a multipart body', async () => {
  const empty = await upload(Buffer.alloc(0));
  expect(empty.body).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) });
  expect((await send('GET', `/v1/files/${empty.body.fileId}`)).bytes.length).toBe(0);
  const form = new FormData();
  const bytes = randomBytes(300_000);
  form.append('note', 'left out');
  form.append('upload', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'käse.png');
  const stored = await send('POST', '/v1/files', form);
  expect([stored.status, stored.body]).toMatchObject([
    201,
    { name: 'käse.png', contentType: 'image/png', size: bytes.length, sha256: sha256(bytes) },
  ]);
  form.append('second', new Blob(['x']), 'x.txt');
  expect((await send('POST', '/v1/files', form)).body.message).toBe('the body must hold one file, and has several');
  const none = new FormData();
  none.append('note', 'x');
  expect((await send('POST', '/v1/files', none)).body.message).toBe('the body must hold one file, and has none');
  const broken = await send(
    'POST',
    '/v1/files',
    '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx',
    {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    },
  );
  expect([broken.status, broken.body.message]).toEqual([
    400,
    expect.stringContaining('the body is not valid multipart/form-data'),
  ]);
});

test('refuses what is too large by its announced length, and while it arrives without one', async () => {
  const announced = await upload(Buffer.alloc(LIMIT + 1));
  const refused = [413, `A file has at most ${LIMIT} bytes (MAX_FILE_BYTES)`];
  expect([announced.status, announced.body.message]).toEqual(refused);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      if (sent > LIMIT * 2) controller.close();
      else controller.enqueue(new Uint8Array(65_536));
    },
  });
  const streamed = await send('POST', '/v1/files', endless);
  expect([streamed.status, streamed.body.message]).toEqual(refused);
  const form = new FormData();
  form.append('f', new Blob([new Uint8Array(LIMIT + 1)]), 'f');
  const part = await send('POST', '/v1/files', form);
  expect([part.status, part.body.message]).toEqual(refused);
  const encoded = await upload(Buffer.from('x'), { headers: { 'content-encoding': 'gzip' } });
  expect(encoded.status).toBe(415);
});

test('a body that ends before its announced length is not stored', async () => {
  const { files } = ingress.context.store;
  const asked = httpRequest(new URL('/v1/files', ingress.url), {
    method: 'POST',
    headers: { 'x-api-key': ingress.organization.apiKey, 'content-length': '5000' },
  });
  asked.on('error', () => undefined);
  asked.write(Buffer.alloc(1_000), () => asked.destroy());
  await waitFor(async () => (await files.sweep(() => Promise.resolve())).deleted >= 1);
});

test('a download is 503 while the store of files does not respond, and breaks off with the store', async () => {
  const { fileId } = (await upload(Buffer.from('some bytes'))).body!;
  const read = jest.spyOn(ingress.context.files, 'read');
  const partsThen = async function* (...parts: string[]): AsyncGenerator<Buffer> {
    for (const part of parts) yield Buffer.from(part);
    throw new FilesUnavailable('no response');
  };
  read.mockReturnValueOnce(partsThen());
  const { status, body, response } = await send('GET', `/v1/files/${fileId}`);
  expect([status, body?.message]).toEqual([503, 'The store of files did not answer; try again']);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(ingress.log.find((line) => line.includes(body!.errorId))).toContain('no response');
  read.mockReturnValueOnce(partsThen('some'));
  await expect(send('GET', `/v1/files/${fileId}`)).rejects.toThrow('terminated');
  expect(String((await send('GET', `/v1/files/${fileId}`)).bytes)).toBe('some bytes');
});

test('downloads that take long do not delay other requests', async () => {
  const { fileId } = (await upload(Buffer.from('some bytes'))).body!;
  const rest = Promise.withResolvers<void>();
  let begun = 0;
  async function* slowly(): AsyncGenerator<Buffer> {
    begun += 1;
    yield Buffer.from('some ');
    await rest.promise;
    yield Buffer.from('bytes');
  }
  // As many as one organization may have turns.
  const read = jest.spyOn(ingress.context.files, 'read');
  const downloads = Array.from({ length: ingress.context.config.http.otherRequestsAtOnce - 1 }, () => {
    read.mockReturnValueOnce(slowly());
    return send('GET', `/v1/files/${fileId}`);
  });
  await waitFor(() => begun === downloads.length);
  expect((await send('GET', `/v1/files/${fileId}`)).status).toBe(200);
  rest.resolve();
  for (const { bytes } of await Promise.all(downloads)) expect(String(bytes)).toBe('some bytes');
});

test('an upload while the store of files does not respond is 503 with Retry-After', async () => {
  jest.spyOn(ingress.context.files, 'write').mockRejectedValueOnce(new FilesUnavailable('no response'));
  const { status, body, response } = await upload(Buffer.from('x'));
  expect([status, body?.message]).toEqual([503, 'The store of files did not answer; try again']);
  expect(response.headers.get('retry-after')).toBe('5');
  expect((await upload(Buffer.from('x'))).status).toBe(201);
});

test('a run takes a file by its value or its id, and the stored record counts', async () => {
  const { workflowId, componentId } = await workflow();
  const files: AnyBody[] = [];
  for (const text of ['one', 'two', 'three']) files.push((await upload(Buffer.from(text))).body);
  const [one, two, three] = files;
  const placeholderValues = {
    paper: one.fileId.toUpperCase(),
    papers: [{ ...two, name: 'forged', size: 1 }, one.fileId],
    'case.scan': { fileId: three.fileId },
    'case.pages': [{ image: three.fileId }],
    text: one.fileId,
  };
  const { status, body } = await ingress.run({ workflowId, componentId, placeholderValues });
  expect([status, body.placeholderValues]).toEqual([
    200,
    { paper: one, papers: [two, one], 'case.scan': three, 'case.pages': [{ image: three }], text: one.fileId },
  ]);
  const uses = await ingress.context.store.files.name(ingress.organization.id, body.sessionId, [one.fileId]);
  expect(uses).toEqual([one]);
});

test('a session uses the files in its JSON values too', async () => {
  const { workflowId, componentId } = await workflow();
  const [{ body: paper }, { body: inJson }] = [await upload(Buffer.from('one')), await upload(Buffer.from('two'))];
  const json = { cover: paper, text: JSON.stringify([inJson]), unknown: { fileId: randomUUID() } };
  const { status, body } = await ingress.run({ workflowId, componentId, placeholderValues: { paper, json } });
  expect([status, body.placeholderValues]).toEqual([200, { paper, json }]);
  const client = await ingress.connect();
  const { rows } = await client.query<{ fileId: string }>(
    'SELECT file_id AS "fileId" FROM file_uses WHERE session_id = $1 ORDER BY file_id',
    [body.sessionId],
  );
  expect(rows.map(({ fileId }) => fileId)).toEqual([paper.fileId, inJson.fileId]);
});

test('an unknown file, or that of another organization, is 400 and names the placeholder', async () => {
  const { workflowId, componentId } = await workflow();
  const { body: foreign } = await upload(Buffer.from('x'), { key: stranger });
  const unknown = randomUUID();
  const placeholderValues = { papers: [foreign], 'case.pages': [{ image: unknown }], paper: 'no id' };
  const shape = await ingress.run({ workflowId, componentId, placeholderValues });
  expect([shape.status, shape.body.message]).toEqual([
    400,
    "placeholderValues.paper must be a file: the answer of POST /v1/files, or the text of its 'fileId'",
  ]);
  const { status, body } = await ingress.run({
    workflowId,
    componentId,
    placeholderValues: { papers: [foreign], 'case.pages': [{ image: unknown }] },
  });
  expect([status, body.message]).toEqual([
    400,
    `placeholderValues.papers[0]: file '${foreign.fileId}' was not found; ` +
      `placeholderValues.case.pages[0].image: file '${unknown}' was not found`,
  ]);
});

test('an upload over the quota of stored bytes is refused, and leaves nothing', async () => {
  const organization = await createOrganization(ingress.databaseUrl);
  const management = ingress.context.store.management.organization(organization.id);
  await management.putQuotas(SYSTEM, { maxStoredBytes: 400_000 });
  const key = organization.apiKey;
  expect((await upload(randomBytes(300_000), { key })).status).toBe(201);
  const over = await upload(randomBytes(300_000), { key });
  expect([over.status, over.body.message]).toEqual([429, expect.stringContaining('(maxStoredBytes)')]);
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(randomBytes(300_000));
      controller.close();
    },
  });
  expect((await send('POST', '/v1/files', chunked, { key })).status).toBe(429);
});
