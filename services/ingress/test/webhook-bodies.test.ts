import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { deliver, makeHook, outputOf } from './make-hook.ts';
import { useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const ingress = useTestIngress();

describe('the body', () => {
  const boundary = 'b1';
  const multipart = (...parts: string[]): string =>
    `preamble\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
  const field = (name: string, value: string, more = ''): string =>
    `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
  const MULTIPART = `multipart/form-data; boundary="${boundary}"`;
  const FORM = 'application/x-www-form-urlencoded';

  test.each<[string, string, string | Buffer, unknown]>([
    ['JSON after a byte order mark', 'application/json', '\uFEFF{"a":1}', { a: 1 }],
    ['JSON in UTF-16', 'application/json; charset=utf-16le', Buffer.from('{"a":"é"}', 'utf16le'), { a: 'é' }],
    ['JSON in Latin-1', 'application/json; charset=iso-8859-1', Buffer.from('{"a":"é"}', 'latin1'), { a: 'é' }],
    ['JSON as text/json', 'text/json', '{"a":1}', { a: 1 }],
    ['JSON whose charset is in single quotes', `application/json; charset='utf-8'`, '{"a":"é"}', { a: 'é' }],
    ['text whose charset is in single quotes', `text/plain; charset='iso-8859-1'`, Buffer.from('é', 'latin1'), 'é'],
    ['text after a byte order mark', 'text/plain', '\uFEFFa', 'a'],
    ['a form in Latin-1', `${FORM}; charset=iso-8859-1`, 'b=%E9&c=a+b', { b: 'é', c: 'a b' }],
    ['a form in Latin-1, as bytes', `${FORM};charset="ISO-8859-1"`, Buffer.from('é=ü', 'latin1'), { é: 'ü' }],
    ['a form in Cyrillic', `${FORM}; charset=windows-1251`, 'b=%EF%F0', { b: 'пр' }],
    ['a form in Japanese', `${FORM}; charset=Shift_JIS`, 'b=%93%FA', { b: '日' }],
    ['a form in UTF-8', FORM, '\uFEFFb=%C3%A9&b=2&c', { b: ['é', '2'], c: '' }],
    [
      'fields of multipart',
      MULTIPART,
      multipart(field('a', '1'), field('a', ''), field('__proto__', 'x\r\ny')),
      JSON.parse('{"a":["1",""],"__proto__":"x\\r\\ny"}'),
    ],
    [
      'a file',
      MULTIPART,
      multipart(field('f', 'hi', '; filename="a %22b%22.txt"\r\nContent-Type: text/plain')),
      { f: { name: 'a "b".txt', contentType: 'text/plain', base64: 'aGk=' } },
    ],
    [
      'a file whose name looks like a parameter',
      MULTIPART,
      multipart('Content-Disposition: form-data; filename="x; name=evil.txt"; name="upload"\r\n\r\nhi'),
      { upload: { name: 'x; name=evil.txt', contentType: 'application/octet-stream', base64: 'aGk=' } },
    ],
    [
      'a field whose name looks like a file',
      MULTIPART,
      multipart('Content-Disposition: form-data; name="a; filename=b"\r\n\r\nhi'),
      { 'a; filename=b': 'hi' },
    ],
    [
      'a field in its own charset',
      MULTIPART,
      Buffer.from(multipart(field('f', 'é', '\r\ncontent-type: text/plain; charset=iso-8859-1')), 'latin1'),
      { f: 'é' },
    ],
    ['no parts', MULTIPART, `--${boundary}--`, {}],
  ])('%s', async (_what, type, sent, expected) => {
    const hook = await makeHook(ingress);
    const answer = await deliver(ingress, hook, Buffer.from(sent), { 'content-type': type });
    expect(answer.status).toBe(202);
    expect((await outputOf(ingress, answer))['body']).toEqual(expected);
  });

  test('multipart as fetch writes it', async () => {
    const hook = await makeHook(ingress);
    const form = new FormData();
    form.append('name', 'Größe "x"');
    form.append('file', new File([new Uint8Array([0, 255])], 'ü.bin', { type: 'image/png' }));
    form.append('file', new File(['b'], 'b.txt'));
    const response = await fetch(ingress.url + hook.path, {
      method: 'POST',
      body: form,
      headers: { token: hook.token },
    });
    const body = (await response.json()) as TestAnswer['body'];
    expect(response.status).toBe(202);
    expect((await outputOf(ingress, { body }))['body']).toEqual({
      name: 'Größe "x"',
      file: [
        { name: 'ü.bin', contentType: 'image/png', base64: 'AP8=' },
        { name: 'b.txt', contentType: 'application/octet-stream', base64: 'Yg==' },
      ],
    });
  });

  test.each([
    ['no boundary', 'multipart/form-data', multipart(field('a', '1'))],
    ['another boundary', 'multipart/form-data; boundary=other', multipart(field('a', '1'))],
    ['no end', MULTIPART, `--${boundary}\r\n${field('a', '1')}`],
    ['a part without a name', MULTIPART, multipart('Content-Type: text/plain\r\n\r\n1')],
    ['a part without headers', MULTIPART, multipart('1')],
  ])('multipart with %s is 400 with the reason', async (_what, type, body) => {
    const answer = await deliver(ingress, await makeHook(ingress), body, { 'content-type': type });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringContaining('not valid multipart/form-data: '),
    ]);
  });

  test.each<[JsonObject, string | undefined]>([
    [{ keepRawBody: true }, Buffer.from('{ "a" :1}').toString('base64')],
    [{}, undefined],
  ])('keepRawBody: %j', async (config, rawBody) => {
    const answer = await deliver(ingress, await makeHook(ingress, config), '{ "a" :1}');
    expect((await outputOf(ingress, answer))['rawBody']).toBe(rawBody);
  });
});
