import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  mailAddresses,
  mailAttachments,
  mailBody,
  mailHeader,
  type Json,
  type MailServer,
} from '@workflow/component-kit/run';
import { ConnectionPools, findCredentialRunner, NO_ACCESS } from '@workflow/credentials/runners';
import { SMTPServer } from 'smtp-server';
import { dataJob as readMail } from '../packages/components/src/mail/data-job.ts';

/** Sends mails with values as send-email does, checks their lines, and reads them as the trigger `mail` does. */

let received = '';
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received = Buffer.concat(chunks).toString('latin1');
      done();
    });
  },
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
});

async function send(values: Partial<Record<'from' | 'to' | 'subject' | 'text' | 'html' | 'attachments', Json>>) {
  const { from = 'a@example.com', to = ['b@example.com'], subject = '', text = '', html, attachments = [] } = values;
  const { port } = server.server.address() as AddressInfo;
  const pools = new ConnectionPools({ maxConnections: 1, idleMs: 1, maxIdle: 0 });
  const reach = { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'smtp', version: '1' } };
  const opened = findCredentialRunner('smtp')!.open({ host: 'localhost', port, tls: 'none' }, NO_ACCESS, reach);
  const message = {
    messageId: '<1@example.com>',
    from: mailAddresses([from], 'from')[0]!,
    ...{ to: mailAddresses(to as Json[], 'to'), cc: [], bcc: [], replyTo: [], subject: mailHeader(subject) },
    ...{ text: mailBody(text), ...(html !== undefined && { html: mailBody(html) }) },
    attachments: mailAttachments(attachments, 'attachments').map((one) => {
      if ('file' in one) throw new Error('a stored file');
      return { name: one.name, contentType: one.contentType, open: () => [one.bytes] };
    }),
  };
  await (opened as MailServer).send(message, new AbortController().signal);
  const [{ mail }, ...parts] = (await readMail({ source: received, maxTextLength: 1_000_000, maxFiles: 10 })) as [
    { mail: Record<'from' | 'subject' | 'text' | 'html', string> & Record<'to' | 'attachments', Json[]> },
    ...{ file: number; base64: string }[],
  ];
  return { ...mail, parts };
}

const LONG = 'word '.repeat(400).trim();
const UNBROKEN = 'x'.repeat(1_500);
const BEYOND = '𝒳é漢字🎉 '.repeat(60).trim();

/** RFC 5322 §2.1.1 and §2.3, RFC 2047 §2. */
function checkLines(): void {
  expect(received).not.toMatch(/[^\r]\n|\r[^\n]/);
  const lines = received.split('\r\n');
  expect(lines.filter((line) => line.length > 998)).toEqual([]);
  expect([...received].filter((char) => char > '~')).toEqual([]);
  const words = received.match(/=\?[^?]+\?[BQ]\?[^?]*\?=/g) ?? [];
  expect(words.filter((word) => word.length > 75)).toEqual([]);
  const headers = received.slice(0, received.indexOf('\r\n\r\n'));
  expect(headers).not.toMatch(/^(?:Bcc|X-Evil)/m);
  const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{1,2} (?:\\w{3}) \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}';
  expect(headers).toMatch(new RegExp(`^Date: ${day}$`, 'm'));
}

test.each<[string, string]>([
  ['of one word', 'Hello'],
  ['of many words', LONG],
  ['of one long word', UNBROKEN],
  ['beyond ASCII', BEYOND],
  ['with a long word beyond ASCII', 'é'.repeat(500)],
  ['that looks like an encoded word', '=?utf-8?Q?not_encoded?='],
  ['of a word that looks encoded among others', 'Re: =?utf-8?B?YQ==?= and more'],
  ['that looks encoded and is beyond ASCII', 'é =?utf-8?Q?a?='],
  ['of a long text that looks encoded', `=?utf-8?Q?a?= ${LONG.slice(0, 1_900).trim()}`],
  ['of spaces between words beyond ASCII', 'é  ü   ö'],
  ['with a question mark, an underscore and an equals sign', 'é ?_= x'],
  ['that begins as a header', 'Bcc: x@example.com'],
])('a subject %s arrives as it was', async (_what, subject) => {
  expect((await send({ subject })).subject).toBe(subject);
  checkLines();
});

test.each<[string, string, string]>([
  ['CRLF', 'a\r\nBcc: b@example.com', 'a Bcc: b@example.com'],
  ['CR', 'a\rX-Evil: 1', 'a X-Evil: 1'],
  ['LF and a space', 'a\n X-Evil: 1', 'a  X-Evil: 1'],
  ['a next line character', 'a\u0085b', 'a b'],
  ['a line separator', 'a\u2028b\u2029c', 'a b c'],
  ['NUL and a vertical tab', 'a\0b\vc', 'a b c'],
])('%s in a subject becomes a space', async (_what, subject, arrived) => {
  expect((await send({ subject })).subject).toBe(arrived);
  checkLines();
});

test.each<[string, string]>([
  ['one address', 'ada@example.com'],
  ['a name', 'Ada Lovelace <ada@example.com>'],
  ['a name with a comma', 'Lovelace, Ada <ada@example.com>'],
  ['a name beyond ASCII', 'Ädä Løvelace 漢 <ada@example.com>'],
  ['a long name beyond ASCII', `${'é'.repeat(200)} <ada@example.com>`],
  ['a long name of words', `${LONG.slice(0, 400).trim()} <ada@example.com>`],
  ['a name beyond ASCII that looks like an encoded word', 'é =?utf-8?Q?Bob?= <ada@example.com>'],
  ['a name with a parenthesis and an at sign', 'Ada (work) @home <ada@example.com>'],
])('a sender and a recipient with %s arrive as they were', async (_what, address) => {
  const { from, to } = await send({ from: address, to: [address, 'b@example.com'] });
  expect([from, to]).toEqual([address, [address, 'b@example.com']]);
  checkLines();
});

test('a hundred recipients with long names arrive in order', async () => {
  const to = Array.from({ length: 100 }, (_, n) => `Nämé, number ${n} <user${n}@a-long-host-name.example.com>`);
  expect((await send({ to })).to).toEqual(to);
  checkLines();
});

test.each<[string, string]>([
  ['lines', 'a\nb\nc'],
  ['empty lines at both ends of a line', '\na\n\n\nb'],
  ['a dot alone in a line', 'a\n.\nb\n..\n.c'],
  ['a long line', UNBROKEN],
  ['a long line beyond ASCII', 'é'.repeat(3_000)],
  ['spaces at the end of lines', 'a  \nb\t\nc'],
  ['equals signs', 'a=3D\n=\n=20'],
  ['a line that begins with From', 'From me\nFrom you'],
  ['what looks like a boundary', '--a\n--a--\n----_NmP-1-Part_1'],
  ['beyond ASCII', BEYOND],
])('a text with %s arrives as it was', async (_what, text) => {
  const mail = await send({ text, html: `<pre>${text}</pre>` });
  // The library ends a text that is not in base64 with a line end.
  expect(mail.text.replace(/\n$/, '')).toBe(text);
  expect(mail.html.replace(/\n$/, '')).toBe(`<pre>${text}</pre>`);
  checkLines();
});

test('all line ends of a text become CRLF', async () => {
  expect((await send({ text: 'a\rb\r\nc\nd' })).text).toBe('a\nb\nc\nd\n');
  checkLines();
});

test.each<[string, string, string]>([
  ['ASCII', 'report 1.csv', 'text/csv'],
  ['quotes and a backslash', 'a "b" c.txt', 'text/plain'],
  ['beyond ASCII', 'Prüfbericht 漢字 🎉.pdf', 'application/pdf'],
  ['a long name beyond ASCII', `${'é'.repeat(90)}.pdf`, 'application/pdf'],
  ['a percent sign, a quote and a semicolon', "100% 'a'; b.txt", 'text/plain'],
])('an attachment whose name has %s arrives as it was', async (_what, name, contentType) => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 256));
  const { attachments, parts } = await send({ attachments: [{ name, contentType, base64: bytes.toString('base64') }] });
  expect(attachments).toEqual([{ name, contentType }]);
  expect(Buffer.from(parts[0]!.base64, 'base64').equals(bytes)).toBe(true);
  checkLines();
});

test.each(['YWJj', 'YWI=', 'YWI', 'YW\r\nJj', ' YWJj ', '-_-_', '+/+/', ''])(
  'base64 %p is attached',
  async (base64) => {
    const { parts } = await send({ attachments: [{ name: 'a', base64 }] });
    expect(parts.map((part) => part.base64).join('')).toBe(Buffer.from(base64, 'base64').toString('base64'));
  },
);

test.each(['YWJjZ', 'YWI==', 'Y', 'YW=I', '=', 'YWJj!', 'YWé=', '+-+-', 'YX', 'data:text/plain;base64,YWJj'])(
  'base64 %p is refused before anything is sent',
  async (base64) => {
    received = '';
    await expect(send({ attachments: [{ name: 'a', base64 }] })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(received).toBe('');
  },
);
