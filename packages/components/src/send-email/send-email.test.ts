import { runComponent, testedFile } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import {
  mailAddress,
  type Json,
  type MailAddress,
  type MailMessage,
  type StepFailure,
} from '@workflow/component-kit/run';
import fc from 'fast-check';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const paper = testedFile(1, 'paper.pdf', 'application/pdf', 'of a file');

async function send(config: Record<string, Json>, placeholders: Record<string, Json> = {}) {
  const sent: MailMessage[] = [];
  const server = {
    send: async (message: MailMessage) => {
      sent.push(message);
      return { accepted: message.to.map(({ address }) => address) };
    },
  };
  const whole = {
    credential: CREDENTIAL,
    from: 'shop@example.com',
    to: 'ada@example.com',
    subject: 'Hello',
    ...config,
  };
  const answers = { credentials: { [CREDENTIAL]: server }, files: [paper] };
  const run = await runComponent({ descriptor, runner }, whole, placeholders, { answers });
  return { ...run, message: sent[0], to: sent[0]?.to.map(({ name, address }) => `${name}<${address}>`) };
}

test.each<[string, Json, Record<string, Json>, string[]]>([
  ['an address', 'a@x.com', {}, ['<a@x.com>']],
  ['a name', 'Ada L. <a@x.com>', {}, ['Ada L.<a@x.com>']],
  ['names in quotes', '"L, Ada \\"x\\"" <a@x.com>', {}, ['L, Ada "x"<a@x.com>']],
  ['several', 'a@x.com, B <b@x.com>,', {}, ['<a@x.com>', 'B<b@x.com>']],
  ['a list', ['a@x.com', '{{ b }}'], { b: 'b@x.com' }, ['<a@x.com>', '<b@x.com>']],
  ['values', 'a@x.com, {{ name }} <{{ b }}>', { b: 'b@x.com', name: 'Bob' }, ['<a@x.com>', 'Bob<b@x.com>']],
  [
    'a list of values',
    '{{ all }}, c@x.com',
    { all: ['a@x.com', 'B <b@x.com>'] },
    ['<a@x.com>', 'B<b@x.com>', '<c@x.com>'],
  ],
  ['a value with nothing', 'a@x.com, {{ none }}, {{ empty }}', { none: null, empty: '' }, ['<a@x.com>']],
  ['a comma within a name that is a value', '{{ name }} <a@x.com>', { name: 'L, Ada' }, ['L, Ada<a@x.com>']],
  ['an expression with commas', '{{ $join(["a", "@x.com"], "") }}', {}, ['<a@x.com>']],
])('sends to %s', async (_what, to, placeholders, expected) => {
  expect((await send({ to }, placeholders)).to).toEqual(expected);
});

test.each<[string, Json]>([
  ['two addresses', 'a@x.com, evil@x.com'],
  ['a group', 'friends: a@x.com, evil@x.com;'],
  ['a line break', 'a@x.com\r\nBcc: evil@x.com'],
  ['a line break in the name', 'A\nBcc: evil@x.com <a@x.com>'],
  ['an address within a name', 'evil@x.com> <a@x.com'],
  ['a quoted local part', '"evil@x.com x"@internal.example'],
  ['a comment', 'a@x.com (evil@x.com)'],
  ['a source route', '@x.com:evil@x.com'],
  ['a NUL', 'a@x.com\u0000'],
  ['a number', 7],
  ['an object', { address: 'a@x.com' }],
])('a value with %s names nobody and fails the step', async (_what, value) => {
  for (const to of ['{{ value }}', 'b@x.com, {{ value }}', '{{ value }} <a@x.com>', ['{{ list }}']] as Json[]) {
    const { outcome, message, beganEffect } = await send({ to }, { value, list: [value] });
    // Some of these are harmless as a name: the only recipient is the author's.
    const harmless = message?.to.map(({ address }) => address).join(',') === 'a@x.com';
    const refused = outcome.kind === 'failed' && outcome.code === 'CONFIG_INVALID' && outcome.message.startsWith('to[');
    expect({ to, isSafe: harmless || (refused && message === undefined && !beganEffect) }).toEqual({
      to,
      isSafe: true,
    });
  }
});

function readOrNothing(text: string): MailAddress {
  try {
    return mailAddress(text, 'to');
  } catch (error) {
    if ((error as StepFailure).code !== 'CONFIG_INVALID') throw error;
    return { name: '', address: 'refused@example.com' };
  }
}

test('what is read as an address has nothing that could end it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '<', '"', ' <a@b.c>', ','), (text, more) => {
      const { address, name } = readOrNothing(text + more);
      expect(address).toMatch(/^[^\s<>(),;:"\\]+@[^\s<>(),;:"\\@]+$/);
      expect(name).not.toMatch(/[\r\n\0]/);
    }),
  );
});

test('the message is known by the key of the step, at the domain of the sender', async () => {
  const { outcome, message } = await send({ from: 'Käse <shop@käse.example>' });
  expect(message?.messageId).toMatch(/^<[\da-f-]+\.1\.[\da-f-]+\.0@xn--kse-qla\.example>$/);
  expect(outcome).toMatchObject({ output: { messageId: message?.messageId, accepted: ['ada@example.com'] } });
});

test('line breaks in a subject are spaces, and values that are no texts are JSON', async () => {
  const { message } = await send({ subject: 'A {{ b }}', text: '{{ c }}' }, { b: 'x\r\nBcc: evil@x.com', c: { d: 1 } });
  expect([message?.subject, message?.text]).toEqual(['A x Bcc: evil@x.com', '{"d":1}']);
});

test('attaches files, lists of files and base64', async () => {
  const base64 = Buffer.from('ä').toString('base64');
  const attachments = [
    '{{ paper }}',
    '{{ papers }}',
    { name: '../a.txt', contentType: 'text/plain', base64: '{{ b }}' },
  ];
  const { message } = await send({ attachments }, { paper: paper.value, papers: [paper.value], b: base64 });
  expect(message?.attachments.map(({ name, contentType }) => `${name} ${contentType}`)).toEqual([
    'paper.pdf application/pdf',
    'paper.pdf application/pdf',
    'a.txt text/plain',
  ]);
  const bytes: Uint8Array[] = [];
  for await (const part of message!.attachments[2]!.open()) bytes.push(part);
  expect(Buffer.concat(bytes).toString()).toBe('ä');
});

test.each<[string, Record<string, Json>, string]>([
  ['nobody', { to: '{{ none }}' }, 'CONFIG_INVALID'],
  ['101 recipients', { to: '{{ many }}' }, 'CONFIG_INVALID'],
  ['two senders', { from: 'a@x.com, b@x.com' }, 'CONFIG_INVALID'],
  [
    'a media type that would end a header',
    { attachments: [{ name: 'a', contentType: 'a/b\r\nX: 1', base64: '' }] },
    'CONFIG_INVALID',
  ],
  ['what is no base64', { attachments: [{ name: 'a', base64: '###' }] }, 'CONFIG_INVALID'],
  ['base64 that was cut off', { attachments: [{ name: 'a', base64: 'YWJjZ' }] }, 'CONFIG_INVALID'],
  ['a text as an attachment', { attachments: ['/etc/passwd'] }, 'CONFIG_INVALID'],
  ['a path as an attachment', { attachments: [{ name: 'a', path: '/etc/passwd' }] }, 'CONFIG_INVALID'],
])('%s fails before anything is sent', async (_what, config, code) => {
  const many = Array.from({ length: 101 }, (_, index) => `a${index}@x.com`);
  const { outcome, message } = await send(config, { none: null, many });
  expect(outcome).toMatchObject({ kind: 'failed', code });
  expect(message).toBeUndefined();
});
