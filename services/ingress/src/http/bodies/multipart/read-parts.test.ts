import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { readMultipart } from '../../../webhooks/read-multipart.ts';
import { FieldTexts } from './field-texts.ts';
import { readParts } from './read-parts.ts';
import { PartSplitter, type PartEvent } from './split-parts.ts';

const TYPE = 'multipart/form-data; boundary=b';
const DISPOSITION = 'Content-Disposition: form-data; ';
const body = (...parts: string[]): string => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const part = (parameters: string, content = '1', more = ''): string =>
  `${DISPOSITION}${parameters}${more}\r\n\r\n${content}`;

/** Returns the fields and files of a body, as both ways of reading return them: as a whole, and while it arrives. */
async function read(sent: string | Buffer, type = TYPE, pieceBytes = 1): Promise<unknown> {
  const bytes = Buffer.from(sent);
  const whole = readMultipart(bytes, type, 100);
  const pairs: Record<string, unknown[]> = {};
  const texts = new FieldTexts();
  await readParts(type, piecesOf(bytes, pieceBytes), {
    file: async (field, { name, contentType }, content) => {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(Buffer.from(chunk));
      (pairs[field] ??= []).push({ name, contentType, base64: Buffer.concat(chunks).toString('base64') });
    },
    field: (field) => {
      const text = texts.textOf(field, field.bytes);
      (pairs[field.name] ??= []).push(text ?? { ...file('file'), base64: field.bytes.toString('base64') });
    },
    maxFiles: 100,
    maxFields: 100,
    maxFieldBytes: 1_000_000,
  });
  const arriving = Object.fromEntries(
    Object.entries(pairs).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  expect(arriving).toMatchObject(
    JSON.parse(
      JSON.stringify(whole, (key, value: unknown) => (key === 'name' && value === '' ? 'file' : value)),
    ) as object,
  );
  return { ...whole };
}

async function* piecesOf(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

const file = (name: string, text = '1', contentType = 'application/octet-stream') => ({
  name,
  contentType,
  base64: Buffer.from(text).toString('base64'),
});

describe('parts as senders write them (RFC 7578, RFC 2046 §5.1)', () => {
  test.each<[string, string, unknown]>([
    [
      'a file name that looks like a parameter',
      part('filename="x; name=evil.txt"; name="upload"'),
      { upload: file('x; name=evil.txt') },
    ],
    [
      'an escaped quote in a file name',
      part(String.raw`name="f"; filename="a\"b; name=c.txt"`),
      { f: file('a"b; name=c.txt') },
    ],
    ['a quote as browsers write it', part('name="a%22b"; filename="c%22d.txt"'), { 'a"b': file('c"d.txt') }],
    ['a quote that is not escaped', part('filename="a"b.txt"; name="f"'), { f: file('a') }],
    ['a field name with a semicolon', part('name="a; filename=b"'), { 'a; filename=b': '1' }],
    ['a Windows path', part(String.raw`name="f"; filename="C:\docs\plan.txt"`), { f: file('plan.txt') }],
    ['a path', part('name="f"; filename="../../etc/passwd"'), { f: file('passwd') }],
    ['values without quotes', part('name=f; filename=my scan.pdf'), { f: file('my scan.pdf') }],
    [
      'filename* before filename',
      part(`name=f; filename*=UTF-8''%E2%82%AC.txt; filename="x.txt"`),
      { f: file('€.txt') },
    ],
    ['filename* in Latin-1', part(`name=f; filename*=iso-8859-1'en'%A3.txt`), { f: file('£.txt') }],
    ['filename* that is broken', part(`name=f; filename="x.txt"; filename*=UTF-8''%FF`), { f: file('x.txt') }],
    ['name*', part(`name*=utf-8''%C3%A4; filename=x`), { ä: file('x') }],
    ['a parameter twice', part('name="a"; name="b"; filename="c"; filename="d"'), { a: file('c') }],
    ['a header twice', part('name="a"', '1', `\r\n${DISPOSITION}name="b"`), { a: '1' }],
    ['names in upper case', 'CONTENT-DISPOSITION:FORM-DATA;NAME="a";FILENAME="b"\r\n\r\n1', { a: file('b') }],
    ['a space before the colon', 'Content-Disposition : form-data ; name = "a"\r\n\r\n1', { a: '1' }],
    ['a folded header', `Content-Disposition: form-data;\r\n name="a";\r\n\tfilename="b"\r\n\r\n1`, { a: file('b') }],
    ['a line that is no header', part('name="a"', '1', '\r\nx'), { a: '1' }],
    ['an empty name', part('name=""'), { '': '1' }],
    ['an empty file name', part('name="f"; filename=""', ''), { f: file('', '') }],
    ['empty content', part('name="a"', ''), { a: '' }],
    ['no content at all', `${DISPOSITION}name="a"\r\n`, { a: '' }],
    ['content of line ends', part('name="a"', '\r\n\r\n'), { a: '\r\n\r\n' }],
    ['the boundary within a line', part('name="a"', 'x--b\r\ny --b--'), { a: 'x--b\r\ny --b--' }],
    [
      'a line that begins with the boundary',
      part('name="a"', '\r\n--bc\r\n--b-\r\n--b--c\r\n'),
      { a: '\r\n--bc\r\n--b-\r\n--b--c\r\n' },
    ],
    ['a bare line feed before the boundary', part('name="a"', 'x\n--b\r\ny'), { a: 'x\n--b\r\ny' }],
    ['bytes of any kind', part('name="a"', 'x', '\r\nContent-Type: application/octet-stream'), { a: file('', 'x') }],
    ['JSON', part('name="a"', '{}', '\r\nContent-Type: application/json'), { a: '{}' }],
    [
      'a type with a charset',
      part('name=a; filename=b', 'x', '\r\nContent-Type: text/plain; charset=utf-8'),
      { a: file('b', 'x', 'text/plain; charset=utf-8') },
    ],
  ])('%s', async (_what, sent, expected) => {
    expect(await read(body(sent))).toEqual(expected);
  });

  test.each<[string, string | Buffer, unknown]>([
    [
      'several parts of one name',
      body(part('name="a"'), part('name="b"'), part('name="a"', '2')),
      { a: ['1', '2'], b: '1' },
    ],
    ['spaces after a boundary', `--b \t\r\n${part('name="a"')}\r\n--b--  \r\n`, { a: '1' }],
    ['text before and after', `preamble\r\n--bc\r\n${body(part('name="a"'))}--b\r\nepilogue`, { a: '1' }],
    ['no line end at the end', `--b\r\n${part('name="a"')}\r\n--b--`, { a: '1' }],
    [
      'line feeds alone',
      body(part('name="a"', 'x\r\ny'), part('name="b"')).replaceAll(/\r\n(?!y)/g, '\n'),
      { a: 'x\r\ny', b: '1' },
    ],
    ['no parts', '--b--\r\n', {}],
    ['names in Latin-1', Buffer.from(body(part('name="é"')), 'latin1'), { é: '1' }],
    [
      'a field in its own charset',
      Buffer.from(body(part('name=a', 'é', '\r\nContent-Type: text/plain; charset=iso-8859-1')), 'latin1'),
      { a: 'é' },
    ],
    [
      'a field named _charset_',
      Buffer.from(body(part('name=_charset_', 'windows-1252'), part('name=a', 'é')), 'latin1'),
      { _charset_: 'windows-1252', a: 'é' },
    ],
    ['an unknown _charset_', body(part('name=_charset_', 'none'), part('name=a', 'é')), { _charset_: 'none', a: 'é' }],
    [
      'a field that is not text',
      Buffer.from(body(part('name=a', 'é')), 'latin1'),
      { a: { ...file(''), base64: '6Q==' } },
    ],
  ])('%s', async (_what, sent, expected) => {
    expect(await read(sent)).toEqual(expected);
  });

  test('a boundary in quotes, with characters that have a meaning elsewhere', async () => {
    const boundary = "a'()+_,-./:=? b";
    const sent = `--${boundary}\r\n${part('name="a"')}\r\n--${boundary}--`;
    expect(await read(sent, `Multipart/Form-Data; x=y; Boundary="${boundary}"`)).toEqual({ a: '1' });
  });
});

test.each<[string, string, string]>([
  ['no boundary in the body', 'x', 'it does not contain its boundary'],
  ['an empty body', '', 'it does not contain its boundary'],
  ['no last boundary', `--b\r\n${part('name="a"')}\r\n--b`, 'it ends before its last boundary'],
  ['an end within the headers', `--b\r\n${DISPOSITION}name="a"\r\n`, 'it ends before its last boundary'],
  [
    'a boundary within the headers',
    `--b\r\n${DISPOSITION}name="a"\r\n${body(part('name="b"'))}`,
    'a part ends within its header section',
  ],
  [
    'headers without end',
    `--b\r\n${'a'.repeat(10_000)}`,
    'the header section of a part does not end within 8192 bytes',
  ],
  [
    'long headers',
    body(part('name="a"', '1', `\r\nx: ${'a'.repeat(8_192)}`)),
    'the header section of a part does not end within 8192 bytes',
  ],
  ['a part without headers', body('\r\n1'), 'a part has no name'],
  ['a part without a name', body(part('filename="a"')), 'a part has no name'],
  ['a part that is no field', body('Content-Disposition: attachment; name="a"\r\n\r\n1'), 'a part has no name'],
])('%s is refused', async (_what, sent, problem) => {
  const refusal = expect.objectContaining({ message: `the body is not valid multipart/form-data: ${problem}` });
  for (const pieceBytes of [1, 7, 100_000]) {
    const takers = { file: async () => undefined, field: () => undefined };
    const limits = { maxFiles: 9, maxFields: 9, maxFieldBytes: 9 };
    await expect(readParts(TYPE, piecesOf(Buffer.from(sent), pieceBytes), { ...takers, ...limits })).rejects.toEqual(
      refusal,
    );
  }
  expect(() => readMultipart(Buffer.from(sent), TYPE, 9)).toThrow(refusal);
});

test.each([undefined, 'multipart/form-data', `multipart/form-data; boundary=${'b'.repeat(71)}`])(
  'the content type %s has no usable boundary',
  (type) => {
    expect(() => readMultipart(Buffer.from(body()), type, 9)).toThrow(/must name a boundary of 1 to 70 characters/);
  },
);

test('parts are the same in whatever pieces a body arrives', () => {
  const piece = fc.constantFrom(
    '\r\n',
    '--b',
    '--',
    'b',
    '\n',
    ' ',
    '-',
    'x',
    `${DISPOSITION}name=a`,
    '\r\n\r\n',
    '--b\r\n',
    '\r\n--b--',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(9), { minLength: 1 }), (texts, lengths) => {
      const sent = Buffer.from(`--b\r\n\r\n\r\n${texts.join('')}`);
      const pieces: Buffer[] = [];
      for (let at = 0, turn = 0; at < sent.length; turn += 1) {
        const length = 1 + (lengths[turn % lengths.length] as number);
        pieces.push(sent.subarray(at, at + length));
        at += length;
      }
      expect(partsOf(pieces)).toEqual(partsOf([sent]));
    }),
  );
});

test.each(['x', '-x', ' x', '-- x', '\rx'])('lines that begin as a delimiter are compared as bytes: %j', (rest) => {
  const sent = Buffer.from(`--b\r\n\r\n${`\r\n--b${rest}`.repeat(10_000)}\r\n--b--\r\n`);
  const toString = jest.spyOn(Buffer.prototype, 'toString');
  try {
    const splitter = new PartSplitter('b');
    expect([...splitter.push(sent), ...splitter.end()].map(({ kind }) => kind)).toEqual(['headers', 'bytes', 'end']);
    expect(toString.mock.calls.length).toBeLessThan(10);
  } finally {
    toString.mockRestore();
  }
});

/** Returns the parts of a body, or the reason why it is refused. */
function partsOf(pieces: readonly Buffer[]): unknown {
  const splitter = new PartSplitter('b');
  const parts: string[] = [];
  const take = (event: PartEvent): void => {
    if (event.kind === 'headers') parts.push(`${event.headers.toString()} | `);
    else if (event.kind === 'bytes') parts.push(`${parts.pop()}${event.bytes.toString()}`);
    else parts.push(`${parts.pop()}.`);
  };
  try {
    for (const piece of pieces) for (const event of splitter.push(piece)) take(event);
    for (const event of splitter.end()) take(event);
    return parts;
  } catch (error) {
    return (error as Error).message;
  }
}
