import { readAnswer as readModelAnswer } from '../../../packages/components/src/models/read-answer.ts';
import { modelFailure } from '../../../packages/components/src/models/failures.ts';
import { namingTokenLimit } from '../../../packages/components/src/models/token-limit.ts';
import { dataJob as parseDatabaseJson } from '../../../packages/components/src/database-query/data-job.ts';
import { Addresses, markLinkBases } from '../../../packages/components/src/feed/addresses.ts';
import { decodeFeed } from '../../../packages/components/src/feed/decode-feed.ts';
import { readEntries } from '../../../packages/components/src/feed/read-entries.ts';
import { readAnswer } from '../../../packages/components/src/http-request/read-answer.ts';
import { nameIn } from '../../../packages/components/src/http-request/stored-answer.ts';
import { readRateLimitMs } from '../../../packages/components/src/http-request/throttle.ts';
import { textOfHtml } from '../../../packages/components/src/mail/text-of-html.ts';
import { dataJob as readMail } from '../../../packages/components/src/mail/data-job.ts';
import { readFailure, readResult } from '../../../packages/component-packages/src/process/component-call.ts';
import { readManifest } from '../../../packages/component-packages/src/manifest/read-manifest.ts';
import { checkPackageFiles } from '../../../packages/component-packages/src/registry/package-json.ts';
import { NetworkStreams } from '../../../packages/component-packages/src/process/network-streams.ts';
import { FRAME } from '../../../packages/component-packages/src/process/frames.ts';
import { mysqlFailure } from '../../../packages/credentials/src/mysql/failures.ts';
import { readValue as readMysqlValue } from '../../../packages/credentials/src/mysql/read-value.ts';
import { readValue as readPostgresValue } from '../../../packages/credentials/src/postgresql/read-value.ts';
import { parseJsonValues, unparsedJson } from '../../../packages/credentials/src/sql/json-values.ts';
import { rememberedResult } from '../../../packages/credentials/src/sql/remembered-result.ts';
import { ResultRoom } from '../../../packages/credentials/src/sql/result-room.ts';
import { checkedEvents } from '../../../packages/outbound/src/checked-answers/checked-events.ts';
import { isAddressAllowed } from '../../../packages/outbound/src/http/address-policy.ts';
import { decodeWhole } from '../../../packages/outbound/src/http/content-coding.ts';
import { readHttpUrl } from '../../../packages/outbound/src/http/http-url.ts';
import { followRedirect } from '../../../packages/outbound/src/http/redirect.ts';
import { readRetryAfterMs } from '../../../packages/outbound/src/http/retry-after.ts';
import { maySignIn } from '../../../packages/outbound/src/http/sign-in-hosts.ts';
import { discoverServer } from '../../../packages/outbound/src/oauth/discover-server.ts';
import { parseAnswer } from '../../../packages/outbound/src/oauth/parse-answer.ts';
import { readJson } from '../../../packages/outbound/src/oauth/read-metadata.ts';
import { readTokenAnswer } from '../../../packages/outbound/src/oauth/token-answer.ts';
import { reasonOf } from '../../../packages/outbound/src/oauth/token-outcome.ts';
import { guardedFetch } from '../../../packages/outbound/src/oauth/guarded-fetch.ts';
import { listedIn } from '../../../packages/outbound/src/s3/listed-objects.ts';
import { addressOf } from '../../../packages/outbound/src/s3/sign-request.ts';
import { valueIn } from '../../../packages/outbound/src/s3/xml-values.ts';
import { KIB, MEGABYTES, type Reader } from '../reader.ts';

/** Node.js accepts 16 KiB of header fields. */
const HEADERS = 16 * KIB;
const URL_OF_CALL = new URL('https://example.com/');
const call = { method: 'GET', url: URL_OF_CALL, headers: {}, body: null };
const answered = (body: string) => ({ status: 200, headers: {}, body: Buffer.from(body) });
const signal = new AbortController().signal;
const A_SERVER = 'https://a.example/mcp';
const discoveryOf = (answer: ReturnType<typeof answered>) => ({
  http: { send: () => Promise.resolve(answer) } as never,
  signal,
  isProtected: () => true,
});
const RECORD = { pg: [16, 17, 20, 114, 1082, 1184, 1700, 1009, 1016, 199, 2950, 25], mysql: [245, 3, 12] };

const BODIES_OF_MAILS = [
  '\r\n',
  'Content-Type: text/html\r\n\r\n',
  'Content-Type: text/plain; format=flowed\r\n\r\n',
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n',
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: message/rfc822\r\n\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n\r\n',
  'Content-Transfer-Encoding: base64\r\n\r\n',
];
const MAIL_HEADS = [
  ...['', 'Subject: ', 'From: ', 'To: a@b.c,', 'Content-Type: ', 'Content-Disposition: attachment; filename='],
  ...BODIES_OF_MAILS,
];

function mailAfter(head: string, file: string, maxLength: number): Reader {
  const read = (text: string) => readMail({ source: head + text, maxTextLength: 1_000_000, maxFiles: 10 });
  return [file, `a mail of ${JSON.stringify(head)}`, maxLength, read];
}

/** Bodies of mails of many lines, each of which takes the library some microseconds. */
export const MAIL_LINES: readonly Reader[] = BODIES_OF_MAILS.map((head) => mailAfter(head, 'lines', 64 * KIB));

/** Readers of answers of servers: on the internet, of databases, of registries. */
export const ANSWERS: readonly Reader[] = [
  ['packages/components/src/models/read-answer.ts', 'readAnswer', MEGABYTES, (text) => readModelAnswer(text, [])],
  [
    'packages/components/src/models/read-answer.ts',
    'fenced',
    MEGABYTES,
    (text) => readModelAnswer(`\`\`\`json x${text}`, []),
  ],
  ['packages/components/src/models/failures.ts', 'modelFailure', MEGABYTES, (text) => modelFailure(new Error(text), 0)],
  [
    'packages/components/src/models/token-limit.ts',
    'a refusal',
    MEGABYTES,
    (text) =>
      namingTokenLimit(async () => new Response(text, { status: 400 }))('https://a.example/', {
        body: '{"max_tokens":1}',
      }),
  ],
  [
    'packages/components/src/database-query/data-job.ts',
    'JSON of a column',
    MEGABYTES,
    (text) => parseDatabaseJson({ small: [text] }),
  ],
  ...['', '<link href="a" xml:base="', "<link href='' xml:base='", '<channel xml:base="'].map((head): Reader => [
    'packages/components/src/feed/addresses.ts',
    `links after ${JSON.stringify(head)}`,
    MEGABYTES,
    (text) => [markLinkBases(`${head}${text}"/>xml:base`), new Addresses('https://a.example/', head + text, text)],
  ]),
  [
    'packages/components/src/feed/addresses.ts',
    'absolute',
    MEGABYTES,
    (text) => new Addresses('https://a.example/', '', undefined).absolute(text, text),
  ],
  [
    'packages/components/src/feed/addresses.ts',
    'dividers',
    MEGABYTES,
    (text) => new Addresses('https://a.example/', '', undefined).absolute(text.replaceAll(/\W/g, '\u{F8FF}')),
  ],
  [
    'packages/components/src/feed/decode-feed.ts',
    'decodeFeed',
    MEGABYTES,
    (text) => decodeFeed({ body: Buffer.from(`<?xml ${text}`), headers: { 'content-type': text } }),
  ],
  [
    'packages/components/src/feed/read-entries.ts',
    'readEntries',
    8 * KIB,
    (text) => readEntries(text, 'https://a.example/'),
  ],
  ...['application/json', 'text/plain', 'text/html; charset=utf-16', ''].map((type): Reader => [
    'packages/components/src/http-request/read-answer.ts',
    `readAnswer of ${type}`,
    MEGABYTES,
    (text) => readAnswer({ body: Buffer.from(text), headers: { 'content-type': type } }),
  ]),
  [
    'packages/components/src/http-request/read-answer.ts',
    'content-type',
    HEADERS,
    (text) => readAnswer({ body: Buffer.from('1'), headers: { 'content-type': text } }),
  ],
  [
    'packages/components/src/http-request/read-answer.ts',
    'charset',
    HEADERS,
    (text) => readAnswer({ body: Buffer.from('1'), headers: { 'content-type': `a/b; charset=${text}` } }),
  ],
  [
    'packages/components/src/http-request/stored-answer.ts',
    'nameIn',
    HEADERS,
    (text) => nameIn({ 'content-disposition': text }),
  ],
  [
    'packages/components/src/http-request/stored-answer.ts',
    'quoted',
    HEADERS,
    (text) => nameIn({ 'content-disposition': `a; filename="${text}` }),
  ],
  [
    'packages/components/src/http-request/throttle.ts',
    'readRateLimitMs',
    HEADERS,
    (text) => readRateLimitMs({ ratelimit: text }),
  ],
  ['packages/components/src/mail/text-of-html.ts', 'textOfHtml', MEGABYTES, textOfHtml],
  ...MAIL_HEADS.map((head): Reader => mailAfter(head, 'packages/components/src/mail/data-job.ts', 8 * KIB)),
  [
    'packages/component-packages/src/process/component-call.ts',
    'readResult',
    MEGABYTES,
    (text) => readResult(Buffer.from(text)),
  ],
  [
    'packages/component-packages/src/process/component-call.ts',
    'readFailure',
    16 * KIB,
    (text) => readFailure(Buffer.from(text)),
  ],
  ['packages/component-packages/src/manifest/read-manifest.ts', 'readManifest', MEGABYTES, readManifest],
  [
    'packages/component-packages/src/registry/package-json.ts',
    'checkPackageFiles',
    MEGABYTES,
    (text) =>
      checkPackageFiles({ name: 'a', version: '1.0.0' } as never, [
        { path: 'package.json', content: Buffer.from(text) } as never,
      ]),
  ],
  [
    'packages/credentials/src/mysql/failures.ts',
    'mysqlFailure',
    MEGABYTES,
    (text) => mysqlFailure(Object.assign(new Error(text), { code: 'ER_PARSE_ERROR', sqlMessage: text })),
  ],
  ...RECORD.mysql.map((columnType): Reader => [
    'packages/credentials/src/mysql/read-value.ts',
    `type ${columnType}`,
    MEGABYTES,
    (text) => readMysqlValue(text, { columnType, type: columnType } as never, new ResultRoom(Infinity)),
  ]),
  ...RECORD.pg.map((type): Reader => [
    'packages/credentials/src/postgresql/read-value.ts',
    `type ${type}`,
    MEGABYTES,
    (text) => readPostgresValue(text, type, new ResultRoom(Infinity)),
  ]),
  ...RECORD.pg
    .slice(-5)
    .map((type): Reader => [
      'packages/credentials/src/postgresql/read-value.ts',
      `list of type ${type}`,
      MEGABYTES,
      (text) => readPostgresValue(`{${text}`, type, new ResultRoom(Infinity)),
    ]),
  [
    'packages/component-packages/src/process/network-streams.ts',
    'a target',
    MEGABYTES,
    (text) =>
      new NetworkStreams({} as never, {} as never).receive({ kind: FRAME.open, id: 1, payload: Buffer.from(text) }),
  ],
  [
    'packages/credentials/src/sql/json-values.ts',
    'parseJsonValues',
    MEGABYTES,
    (text) => parseJsonValues([{ a: unparsedJson(text) }], undefined),
  ],
  ['packages/credentials/src/sql/remembered-result.ts', 'rememberedResult', MEGABYTES, rememberedResult],
  ...[16, 4 * KIB].flatMap((size): Reader[] => [
    [
      'packages/outbound/src/checked-answers/checked-events.ts',
      `a stream in pieces of ${size} bytes`,
      MEGABYTES,
      (text) => eventsOf(text, size),
    ],
    [
      'packages/outbound/src/checked-answers/checked-events.ts',
      `an event in pieces of ${size} bytes`,
      MEGABYTES,
      (text) => eventsOf(`data: ${text.replaceAll('\n', '\ndata: ')}\n\n`, size),
    ],
  ]),
  [
    'packages/outbound/src/http/address-policy.ts',
    'isAddressAllowed',
    64 * KIB,
    (text) => isAddressAllowed(text, text, { hosts: new Set(), ranges: [] } as never),
  ],
  [
    'packages/outbound/src/http/content-coding.ts',
    'content-encoding',
    HEADERS,
    (text) => decodeWhole(Buffer.from('a'), text, 1_000),
  ],
  ['packages/outbound/src/http/http-url.ts', 'readHttpUrl', MEGABYTES, (text) => readHttpUrl(text)],
  ['packages/outbound/src/http/http-url.ts', 'a path', MEGABYTES, (text) => readHttpUrl(`https://a.example/${text}`)],
  ['packages/outbound/src/http/http-url.ts', 'a host', MEGABYTES, (text) => readHttpUrl(`https://${text}.example/`)],
  [
    'packages/outbound/src/http/redirect.ts',
    'location',
    HEADERS,
    (location) => followRedirect(call as never, { status: 302, headers: { location } } as never),
  ],
  [
    'packages/outbound/src/http/sign-in-hosts.ts',
    'maySignIn',
    MEGABYTES,
    (text) => maySignIn({ headers: {}, hosts: [text, `*.${text}`] }, URL_OF_CALL, URL_OF_CALL),
  ],
  [
    'packages/outbound/src/http/retry-after.ts',
    'retry-after',
    HEADERS,
    (text) => readRetryAfterMs({ 'retry-after': text }, 0),
  ],
  [
    'packages/outbound/src/http/retry-after.ts',
    'date',
    HEADERS,
    (text) => readRetryAfterMs({ 'retry-after': 'Mon, 01 Jan 2024 00:00:00 GMT', date: text }, 0),
  ],
  [
    'packages/outbound/src/oauth/guarded-fetch.ts',
    'a token',
    MEGABYTES,
    (text) =>
      guardedFetch({ send: () => Promise.resolve(answered(text)) } as never, signal)('https://a.example/', {
        body: '',
        headers: {},
        method: 'POST',
      } as never),
  ],
  [
    'packages/outbound/src/oauth/discover-server.ts',
    'a challenge',
    HEADERS,
    (text) =>
      discoverServer(
        discoveryOf({ ...answered('{}'), headers: { 'www-authenticate': `scope=${text}` } }),
        A_SERVER,
      ).catch(() => undefined),
  ],
  [
    'packages/outbound/src/oauth/discover-server.ts',
    'metadata',
    MEGABYTES,
    (text) =>
      discoverServer(
        discoveryOf(answered(JSON.stringify({ resource: A_SERVER, authorization_servers: [text], issuer: text }))),
        A_SERVER,
      ).catch(() => undefined),
  ],
  [
    'packages/outbound/src/oauth/read-metadata.ts',
    'readJson',
    MEGABYTES,
    (text) => readJson(discoveryOf(answered(text)), A_SERVER),
  ],
  ['packages/outbound/src/oauth/parse-answer.ts', 'JSON', MEGABYTES, parseAnswer],
  ['packages/outbound/src/oauth/token-answer.ts', 'JSON', MEGABYTES, (text) => readTokenAnswer(200, text)],
  [
    'packages/outbound/src/oauth/token-answer.ts',
    'a form',
    MEGABYTES,
    (text) => readTokenAnswer(200, `access_token=${text}`),
  ],
  [
    'packages/outbound/src/oauth/token-answer.ts',
    'a description',
    MEGABYTES,
    (text) => readTokenAnswer(400, JSON.stringify({ error: text, error_description: text })),
  ],
  [
    'packages/outbound/src/oauth/token-outcome.ts',
    'reasonOf',
    MEGABYTES,
    (text) => reasonOf({ error: text, error_description: text }),
  ],
  ['packages/outbound/src/s3/listed-objects.ts', 'listedIn', MEGABYTES, listedIn],
  [
    'packages/outbound/src/s3/listed-objects.ts',
    'a key',
    MEGABYTES,
    (text) => listedIn(`<EncodingType>url</EncodingType><Contents><Key>${text}</Key></Contents>`),
  ],
  [
    'packages/outbound/src/s3/sign-request.ts',
    'a key',
    MEGABYTES,
    (key) => addressOf({ endpoint: 'https://a.example', bucket: 'a' } as never, { method: 'GET', key }),
  ],
  ['packages/outbound/src/s3/xml-values.ts', 'valueIn', MEGABYTES, (text) => valueIn(`<Key>${text}</Key>`, 'Key')],
];

async function eventsOf(text: string, size: number): Promise<Buffer[]> {
  const shapes = { shapes: 50_000, containers: 200_000, uncounted: 65_536 };
  const limits = { maxBytes: Infinity, maxEventBytes: Infinity, shapes, refuse: () => new Error('refused') };
  const passed: Buffer[] = [];
  for await (const part of checkedEvents(inPieces(Buffer.from(text), size), limits)) passed.push(part);
  return passed;
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
