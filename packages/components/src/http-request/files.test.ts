import { text } from 'node:stream/consumers';
import { runComponent, testedFile } from '@workflow/component-kit/testing';
import type { HttpCall, Json } from '@workflow/component-kit/run';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';
import { nameIn } from './stored-answer.ts';

const type = { descriptor, runner };
const paper = testedFile(1, 'pä"per\r\n.txt', 'text/plain', 'first');
const scan = testedFile(2, 'scan.png', 'image/png', 'second');

async function sentBody({ body }: HttpCall): Promise<string> {
  if (body === null || typeof body === 'string') return body ?? '';
  const sent = await text(body.open());
  expect(Buffer.byteLength(sent)).toBe(body.bytes);
  // The body is sent again after some responses.
  expect(await text(body.open())).toBe(sent);
  return sent;
}

async function post(config: Record<string, Json>, files = [paper, scan]) {
  const whole = { method: 'POST', url: 'https://files.example/in', ...config };
  const placeholders = { paper: paper.value, scan: scan.value, id: paper.value.fileId };
  const run = await runComponent(type, whole, placeholders, { answers: { files, http: [{ status: 201 }] } });
  return { ...run, request: run.requests[0] };
}

test('sends a file as the body, with its own content type', async () => {
  const { request, input } = await post({ bodyType: 'file', body: '{{ scan }}' });
  expect(request?.headers['content-type']).toBe('image/png');
  expect(await sentBody(request!)).toBe('second');
  expect(input).toMatchObject({ body: scan.value });
});

test('sends fields and files as multipart, with names that break nothing', async () => {
  const body = { note: 'a & b', count: 2, papers: ['{{ paper }}', '{{ scan }}'], id: '{{ id }}' };
  const { request } = await post({ bodyType: 'multipart', body, headers: { 'Content-Type': 'text/plain' } });
  const contentType = request?.headers['content-type'] ?? '';
  const boundary = /^multipart\/form-data; boundary=(workflow-[\w-]+)$/.exec(contentType)?.[1] ?? 'none';
  const parts = (await sentBody(request!)).split(`--${boundary}`);
  const field = (head: string, text: string) => `\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  expect(parts).toEqual([
    '',
    field('name="note"', 'a & b'),
    field('name="count"', '2'),
    // This is the form that browsers send.
    field('name="papers"; filename="pä%22per%0D%0A.txt"\r\ncontent-type: text/plain', 'first'),
    field('name="papers"; filename="scan.png"\r\ncontent-type: image/png', 'second'),
    field('name="id"', paper.value.fileId),
    '--\r\n',
  ]);
});

const LONG_NAME = 'n'.repeat(200_000);
const HUNDRED = Array.from({ length: 100 }, () => 0);
const TOO_MANY = Array.from({ length: 100_001 }, () => 0);

test.each<[string, Record<string, Json>, string, string?]>([
  ['a text where a file must be', { bodyType: 'file', body: '{{ id }}' }, 'CONFIG_INVALID'],
  ['a list of fields', { bodyType: 'multipart', body: ['{{ scan }}'] }, 'CONFIG_INVALID'],
  [
    '101 files',
    { bodyType: 'multipart', body: { all: Array.from({ length: 101 }, () => '{{ scan }}') } },
    'CONFIG_INVALID',
  ],
  [
    'a multipart body of 10,001 parts',
    { bodyType: 'multipart', body: { all: Array.from({ length: 10_001 }, () => 0) } },
    'CONFIG_INVALID',
  ],
  [
    'a form of 100,001 fields',
    { bodyType: 'form', body: { n: TOO_MANY } },
    'CONFIG_INVALID',
    'the form would have more than 100000 fields',
  ],
  [
    'a query of 100,001 fields',
    { query: { n: TOO_MANY } },
    'CONFIG_INVALID',
    'the query would have more than 100000 fields',
  ],
  ['a form that repeats a long name', { bodyType: 'form', body: { [LONG_NAME]: HUNDRED } }, 'CONFIG_INVALID'],
  ['a query that repeats a long name', { query: { [LONG_NAME]: HUNDRED } }, 'CONFIG_INVALID'],
  ['a file that is gone', { bodyType: 'file', body: '{{ paper }}' }, 'FILE_MISSING'],
])('%s fails before anything is sent', async (_name, config, code, message = '') => {
  const { outcome, requests, beganEffect } = await post(config, [scan]);
  expect(outcome).toMatchObject({ kind: 'failed', code, message: expect.stringContaining(message) });
  expect([requests.length, beganEffect]).toEqual([0, false]);
});

async function stored(answer: { status?: number; headers?: Record<string, string>; body?: string }, more = {}) {
  const config = {
    method: 'GET',
    url: 'https://files.example/in/r%C3%A9sum%C3%A9.pdf?x=1',
    responseAs: 'file',
    ...more,
  };
  return runComponent(type, config, {}, { answers: { http: [answer] } });
}

test('stores the body of a response, and gives the value of the file', async () => {
  const { outcome, files } = await stored({ headers: { 'content-type': 'application/pdf' }, body: '{}' });
  expect(files[0]?.bytes.toString()).toBe('{}');
  expect(outcome).toMatchObject({
    kind: 'succeeded',
    output: { status: 200, body: { name: 'résumé.pdf', contentType: 'application/pdf', size: 2 } },
  });
});

test('stores no refusal, unless any status is accepted', async () => {
  const refusal = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'gone' };
  const refused = await stored(refusal);
  expect(refused.outcome).toMatchObject({ kind: 'failed', code: 'HTTP_STATUS', output: { body: 'gone' } });
  expect(refused.files).toEqual([]);
  const accepted = await stored(refusal, { acceptAnyStatus: true });
  expect(accepted.outcome).toMatchObject({ kind: 'succeeded', output: { status: 404, body: { size: 4 } } });
});

test.each([
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename=plain.txt', 'plain.txt'],
  ['attachment; filename="x.txt"; filename*=UTF-8\'\'%E2%82%AC.txt', '€.txt'],
  ["attachment; filename*=UTF-8''%E2%82%AC.txt; filename=x.txt", '€.txt'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  [Buffer.from('attachment; filename="ä.txt"').toString('latin1'), 'ä.txt'],
  ['attachment; filename=".."', null],
  ['attachment; name="x; filename=evil.exe"; filename="good.txt"', 'good.txt'],
  ["attachment; filename*=iso-8859-1'en'%A3%20rates.txt", '£ rates.txt'],
  ["attachment; filename*=UTF-8''%FF.txt; filename=x.txt", 'x.txt'],
  ['attachment; filename=annual report.pdf', 'annual report.pdf'],
  [String.raw`attachment; filename="a \"b\".txt"`, 'a "b".txt'],
  ['attachment; FileName="A.TXT"', 'A.TXT'],
  ['inline', null],
])('reads the name in %s', (header, name) => {
  expect(nameIn({ 'content-disposition': header })).toBe(name);
});
