import { describe, expect, test } from '@jest/globals';
import type { MailToParse, ParsedPart } from './parsed-mail.ts';
import { work } from './work.ts';

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
  const [first, ...bytes] = (await work(values)) as unknown as [
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

  test('is cut, and says so, where it has more than it may', async () => {
    const { mail, bytes } = await parse(MAIL, { maxTextLength: 10, maxFiles: 0 });
    expect(mail.html).toHaveLength(10);
    expect(mail.problems).toEqual(['its text was cut after 10 characters', '1 of 1 attachments were left out']);
    expect(bytes).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['no header', '\r\n\r\nonly a text'],
    [
      'an unknown charset',
      'Subject: =?x-none?b?////?=\r\nContent-Type: text/plain; charset=x-none\r\n\r\n\u00FF\u00FE',
    ],
    ['a boundary that never comes', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--c\r\n'],
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

function nested(levels: number): string {
  const level = (number: number) => `Content-Type: multipart/mixed; boundary="b${number}"\r\n\r\n--b${number}\r\n`;
  return `Subject: deep\r\n${Array.from({ length: levels }, (_, number) => level(number)).join('')}`;
}
