import { describe, expect, test } from '@jest/globals';
import type { MailToParse, ParsedPart } from './parsed-mail.ts';
import { dataJob } from './data-job.ts';
import { runner } from './run.ts';

const MAIL = [
  'From: "Ada Lovelace" <ada@example.com>',
  'To: orders@example.com, Team: "Bob" <bob@example.com>, eve@example.com;',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <17@example.com>',
  'Date: Mon, 06 Jul 2026 08:30:00 +0200',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<style>p { color: red }</style><p>F=FCr <b>dich</b></p><p>Zwei</p>',
  '--b',
  'Content-Type: text/plain; name="../a.txt"',
  'Content-Disposition: attachment; filename="../a.txt"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('attached').toString('base64'),
  '--b--',
  '',
].join('\r\n');

async function parse(source: string, limits: Partial<MailToParse> = {}) {
  const values = { source: Buffer.from(source).toString('latin1'), maxTextLength: 1_000, maxFiles: 10, ...limits };
  const [first, ...bytes] = (await dataJob(values)) as unknown as [
    Extract<ParsedPart, { mail: unknown }>,
    ...Extract<ParsedPart, { file: number }>[],
  ];
  return { mail: first.mail, bytes };
}

describe('a mail', () => {
  test('is read with its text, its addresses and its attachments', async () => {
    const { mail, bytes } = await parse(MAIL);
    expect(mail).toEqual({
      from: 'Ada Lovelace <ada@example.com>',
      to: ['orders@example.com', 'Bob <bob@example.com>', 'eve@example.com'],
      subject: 'Grüße',
      text: 'Für dich\n\nZwei',
      html: expect.stringContaining('<b>dich</b>'),
      messageId: '<17@example.com>',
      date: '2026-07-06T06:30:00.000Z',
      attachments: [{ name: '../a.txt', contentType: 'text/plain' }],
      problems: [],
    });
    expect(bytes.map(({ file, base64 }) => [file, Buffer.from(base64, 'base64').toString()])).toEqual([
      [0, 'attached'],
    ]);
  });

  test('is cut, with a note, if it is too large', async () => {
    const { mail, bytes } = await parse(MAIL, { maxTextLength: 10, maxFiles: 0 });
    expect(mail.html).toHaveLength(10);
    expect(mail.problems).toEqual(['its text was cut after 10 characters', '1 of 1 attachments were left out']);
    expect(bytes).toEqual([]);
  });

  /** https://html.spec.whatwg.org/#optional-tags: the tags of html, head and body may be left out. */
  test.each([
    ['<html><head><title>T</title><style>p{}</style><p>Hello <b>you</b></p></html>'],
    ['<head><meta charset="utf-8"><p>Hello you</p>'],
    ['<title>T</title><p>Hello you'],
    ['<html><head><title>T</title></head><p>Hello you</p></html>'],
    ['<html><head><title>T</title><body>Hello you'],
    ['<head><script>var a = "<p>"</script>Hello you'],
    ['<HEAD><TITLE>T</TITLE><BODY><P>Hello you</BODY>'],
    ['</head></style>Hello you'],
    ['<table><tr><td>Hello<td>you</table>'],
  ])('of the HTML %s has its text', async (html) => {
    const { mail } = await parse(`Content-Type: text/html\r\n\r\n${html}\r\n`);
    expect(mail.text).toBe('Hello you');
  });

  /** RFC 2046 §5.2.1. */
  test.each([
    ['', 'message.eml'],
    ['Content-Disposition: inline\r\n', 'message.eml'],
    ['Content-Disposition: attachment; filename="order.eml"\r\n', 'order.eml'],
  ])('that is forwarded with the header %j is a file', async (header, name) => {
    const inner = 'Subject: inner\r\nContent-Type: text/plain\r\n\r\nthe inner text\r\n';
    const outer = 'Content-Type: multipart/mixed; boundary=f\r\n\r\n--f\r\n\r\nsee below\r\n';
    const source = `${outer}--f\r\nContent-Type: message/rfc822\r\n${header}\r\n${inner}--f--\r\n`;
    const { mail, bytes } = await parse(source);
    expect(mail).toMatchObject({ attachments: [{ name, contentType: 'message/rfc822' }], problems: [] });
    expect(mail.text.trim()).toBe('see below');
    expect(Buffer.from(bytes[0]!.base64, 'base64').toString().trim()).toBe(inner.trim());
  });

  /** RFC 5322 §3.3 and §4.3. */
  test.each([
    ['Mon, 01 Jan 0001 00:00:00 GMT', '0001-01-01T00:00:00.000Z'],
    ['Sat, 01 Jan 12000 00:00:00 GMT', ''],
    ['Mon, 06 Jul 2026 08:30:00', '2026-07-06T08:30:00.000Z'],
    ['Mon, 06 Jul 2026 08:30:00 +0200 (CEST)', '2026-07-06T06:30:00.000Z'],
    ['6 Jul 26 08:30 EST', '2026-07-06T13:30:00.000Z'],
    ['0', ''],
  ])('of the date %j has the date %j', async (written, date) => {
    expect((await parse(`Date: ${written}\r\n\r\n`)).mail.date).toBe(date);
  });

  test.each([
    ['nothing', ''],
    ['no header', '\r\n\r\nonly a text'],
    [
      'an unknown charset',
      'Subject: =?x-none?b?////?=\r\nContent-Type: text/plain; charset=x-none\r\n\r\n\u00FF\u00FE',
    ],
    ['a boundary that is missing', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--c\r\n'],
    ['a date that is none', 'Date: tomorrow\r\n\r\n'],
    ['half a character', 'Content-Type: text/plain; charset=utf-16le\r\n\r\n\u00D8'],
  ])('with %s is read as far as it can be', async (_, source) => {
    const { mail } = await parse(source);
    expect(mail).toMatchObject({ date: '', problems: [] });
    expect(mail.text.isWellFormed()).toBe(true);
  });

  test.each([
    ['nested too deeply', nested(2_000)],
    ['with a header of megabytes', `X-Long: ${'x'.repeat(3_000_000)}\r\n\r\n`],
  ])('%s is refused', async (_, source) => {
    await expect(parse(source)).rejects.toMatchObject({ code: 'DATA_INVALID' });
  });
});

test('a poll takes a limited number of mails, and leaves the others to the next one', async () => {
  const folder = {
    ...{ uidValidity: '1', nextUid: 8, count: 7 },
    find: async (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index),
    read: async () => ({ size: MAIL.length, source: Buffer.from(MAIL) }),
  };
  const context = {
    config: { credential: 'mailbox', folder: 'INBOX', startWith: 'existing' },
    position: null,
    signal: new AbortController().signal,
    limits: { maxItems: 3, maxItemBytes: 10_000, maxItemFiles: 10, maxOutputBytes: 1_000_000, timeoutMs: 60_000 },
    files: { write: async () => ({ fileId: 'file' }) },
    openCredential: async () => ({
      open: (_folder: string, _options: object, look: (opened: typeof folder) => unknown) => look(folder),
    }),
    runDataJob: dataJob,
  };
  const { items, position, hasMore } = await runner.poll!(context as never);
  expect(items).toHaveLength(3);
  expect([position, hasMore]).toMatchObject([{ lastUid: 3 }, true]);
});

function nested(levels: number): string {
  const level = (number: number) => `Content-Type: multipart/mixed; boundary="b${number}"\r\n\r\n--b${number}\r\n`;
  return `Subject: deep\r\n${Array.from({ length: levels }, (_, number) => level(number)).join('')}`;
}
