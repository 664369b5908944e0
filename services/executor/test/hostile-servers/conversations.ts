import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

function int(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

const message = (kind: string, ...parts: (string | Buffer)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from(kind), int(content.length + 4, 4), content]);
};
const row = (...values: string[]) =>
  message('D', int(values.length, 2), ...values.flatMap((value) => [int(value.length, 4), value]));

/** A server that trusts everybody, because an answer to SCRAM depends on random values of the client. */
const POSTGRESQL = [
  Buffer.concat([
    message('R', int(0, 4)),
    message('S', 'client_encoding\0UTF8\0'),
    message('S', 'DateStyle\0ISO, MDY\0'),
    message('K', int(7, 4), int(9, 4)),
    message('Z', 'I'),
  ]),
  Buffer.concat([
    ...[message('1'), message('2'), row('ISO', 'hex', '0'), message('C', 'SELECT 1\0')],
    ...[message('1'), message('2')],
    message('T', int(1, 2), 'a\0', int(0, 4), int(0, 2), int(23, 4), int(4, 2), int(-1, 4), int(0, 2)),
    ...[row('1'), message('N', 'SNOTICE\0C00000\0Mhello\0\0'), message('C', 'SELECT 1\0'), message('Z', 'I')],
  ]),
];

const SMTP = [
  '220 mail.example ESMTP\r\n',
  '250-mail.example\r\n250-8BITMIME\r\n250-AUTH PLAIN LOGIN\r\n250-SIZE 1000000\r\n250 SMTPUTF8\r\n',
  '235 2.7.0 welcome\r\n',
  '250 2.1.0 OK\r\n',
  '250 2.1.5 OK\r\n',
  '354 go ahead\r\n',
  '250 2.0.0 queued\r\n',
].map((text) => Buffer.from(text));

/** A handshake of TLS 1.2. It ends in an error, because its keys depend on random values of the client. */
const TLS = recorded('tls');

/** The end of a conversation that does not succeed. */
export const ENDS: Readonly<Record<string, string>> = {
  'postgresql refusal': 'CREDENTIAL_REFUSED',
  ...{ 'postgresql tls': 'DATABASE_UNAVAILABLE', 'postgresql without tls': 'DATABASE_UNAVAILABLE' },
  ...{
    'mysql without tls': 'DATABASE_UNAVAILABLE',
    'smtp starttls': 'MAIL_FAILED',
    'smtp without starttls': 'MAIL_FAILED',
  },
  ...{ 'imap starttls': 'MAIL_FAILED', 'imap without starttls': 'MAIL_FAILED' },
};

/** Conversations in which the server sends first. */
export const GREETING = new Set(
  ['mysql', 'imap', 'smtp'].flatMap((name) => [
    name,
    `${name} starttls`,
    `${name} without starttls`,
    `${name} without tls`,
  ]),
);

const answer = (body: string | Buffer, ...headers: string[]): Buffer[] => {
  const head = ['HTTP/1.1 200 OK', ...headers, `content-length: ${Buffer.byteLength(body)}`].join('\r\n');
  return [Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)])];
};
const json = (value: object): Buffer[] => answer(JSON.stringify(value), 'content-type: application/json');

const MANY = 'what was asked for, '.repeat(20);

/** The data that the server sends in each turn. A client that needs more gets none. */
export const CONVERSATIONS: Readonly<Record<string, readonly Buffer[]>> = {
  postgresql: POSTGRESQL,
  'postgresql refusal': [message('E', 'SFATAL\0C28P01\0Mno\0\0')],
  'postgresql tls': [Buffer.from('S'), ...TLS],
  'postgresql without tls': [Buffer.from('N')],
  mysql: recorded('mysql'),
  'mysql without tls': recorded('mysql'),
  imap: recorded('imap'),
  'imap starttls': [
    Buffer.from('* OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ready\r\n'),
    Buffer.from('1 OK Begin TLS negotiation now\r\n'),
    ...TLS,
  ],
  'imap without starttls': recorded('imap'),
  smtp: SMTP,
  'smtp starttls': [
    ...['220 mail.example ESMTP\r\n', '250-mail.example\r\n250 STARTTLS\r\n', '220 go ahead\r\n'].map((text) =>
      Buffer.from(text),
    ),
    ...TLS,
  ],
  'smtp without starttls': SMTP,
  'http json': json({ a: [1, 'two', null], b: { c: true } }),
  'http chunked': [
    Buffer.from(
      'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n' +
        '5\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n',
    ),
  ],
  'http gzip file': answer(
    gzipSync(MANY),
    'content-encoding: gzip',
    'content-disposition: attachment; filename="a.txt"',
  ),
  'http brotli': answer(brotliCompressSync(MANY), 'content-encoding: br'),
  'http deflate': answer(deflateSync(MANY), 'content-encoding: deflate'),
  'http raw deflate': answer(deflateRawSync(MANY), 'content-encoding: deflate'),
  'http twice compressed': answer(gzipSync(brotliCompressSync(MANY)), 'content-encoding: br, gzip'),
  'http interim': [
    Buffer.concat([
      Buffer.from('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
      ...json({ a: 1 }),
    ]),
  ],
  's3 get': answer('the object', 'content-type: text/plain', 'etag: "1"'),
  's3 list': answer(
    '<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>' +
      '<Contents><Key>a%2Fb</Key><Size>3</Size><ETag>&quot;1&quot;</ETag></Contents></ListBucketResult>',
    'content-type: application/xml',
  ),
  feed: answer(
    '<?xml version="1.0"?><rss version="2.0"><channel><title>a</title><item><guid>1</guid><title>b</title>' +
      '<pubDate>Mon, 06 Jul 2026 08:30:00 GMT</pubDate></item></channel></rss>',
    'content-type: application/rss+xml',
    'etag: "1"',
  ),
  'oauth token': json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600 }),
  'openai answer': json({
    ...{ id: 'x', object: 'chat.completion', created: 1, model: 'm' },
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  'responses answer': json({
    ...{ id: 'x', object: 'response', created_at: 1, status: 'completed', error: null, model: 'm' },
    output: [
      {
        ...{ type: 'message', id: 'y', status: 'completed', role: 'assistant' },
        content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }),
  'anthropic answer': json({
    ...{ id: 'x', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', stop_sequence: null },
    content: [{ type: 'text', text: 'Hello' }],
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};

/** Recorded with the programs themselves, in the turns in which they answered the same client. */
function recorded(name: string): Buffer[] {
  const turns = JSON.parse(readFileSync(new URL(`./recordings/${name}.json`, import.meta.url), 'utf8')) as string[];
  return turns.map((turn) => Buffer.from(turn, 'base64'));
}
