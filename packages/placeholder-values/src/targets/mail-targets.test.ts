import { describe, expect, test } from '@jest/globals';
import { StepFailure, type Json } from '@workflow/workflow-model';
import { mailAddresses } from './mail-address.ts';
import { mailAttachments } from './mail-attachment.ts';
import { mailBody } from './mail-body.ts';
import { mailHeader } from './mail-header.ts';

const FILE = {
  fileId: '00000000-0000-7000-8000-0000000000f1',
  name: 'a.txt',
  contentType: 'text/plain',
  size: 1,
  sha256: '0'.repeat(64),
};
const ZONED = '2026-07-06T08:30:00.5+02:00[Europe/Zurich]';
const REFUSED = 'CONFIG_INVALID';
const ADA = { name: '', address: 'ada@example.com' };

/** Each type of a value as the text or HTML, a header, addresses and attachments of an e-mail. */
const VALUES: readonly [type: string, value: Json, body: string, header: string, to: unknown, attached: unknown][] = [
  ['TEXT', 'a <b> "c" & €', 'a <b> "c" & €', 'a <b> "c" & €', REFUSED, REFUSED],
  ['TEXT of lines', 'a\r\nBcc: b@x.com\u2028c', 'a\r\nBcc: b@x.com\u2028c', 'a Bcc: b@x.com c', REFUSED, REFUSED],
  ['TEXT of half a character', 'a\uD83D', 'a\uFFFD', 'a\uFFFD', REFUSED, REFUSED],
  ['TEXT of an address', 'ada@example.com', 'ada@example.com', 'ada@example.com', [ADA], REFUSED],
  ['empty TEXT', '', '', '', [], REFUSED],
  ['NUMBER', 12.5, '12.5', '12.5', REFUSED, REFUSED],
  ['BOOLEAN', true, 'true', 'true', REFUSED, REFUSED],
  ['null', null, 'null', 'null', [], []],
  ['DATE_TIME of a date', '2026-07-06', '2026-07-06', '2026-07-06', REFUSED, REFUSED],
  ['DATE_TIME in UTC', '2026-07-06T06:30:00Z', '2026-07-06T06:30:00Z', '2026-07-06T06:30:00Z', REFUSED, REFUSED],
  ['DATE_TIME with a zone', ZONED, ZONED, ZONED, REFUSED, REFUSED],
  ['LIST', ['a', 1], '["a",1]', '["a",1]', REFUSED, REFUSED],
  [
    'LIST of addresses',
    ['ada@example.com', 'B, C <b@x.com>', ''],
    '["ada@example.com","B, C <b@x.com>",""]',
    '["ada@example.com","B, C <b@x.com>",""]',
    [ADA, { name: 'B, C', address: 'b@x.com' }],
    REFUSED,
  ],
  ['LIST of FILE', [FILE, null], JSON.stringify([FILE, null]), JSON.stringify([FILE, null]), REFUSED, [{ file: FILE }]],
  ['empty LIST', [], '[]', '[]', [], []],
  ['OBJECT', { a: [] }, '{"a":[]}', '{"a":[]}', REFUSED, REFUSED],
  [
    'OBJECT of an attachment',
    { name: '../a.txt', base64: 'YWI' },
    '{"name":"../a.txt","base64":"YWI"}',
    '{"name":"../a.txt","base64":"YWI"}',
    REFUSED,
    [{ name: 'a.txt', contentType: 'application/octet-stream', bytes: Buffer.from('ab') }],
  ],
  [
    'OBJECT of cut-off base64',
    { name: 'a', base64: 'YWJjZ' },
    '{"name":"a","base64":"YWJjZ"}',
    '{"name":"a","base64":"YWJjZ"}',
    REFUSED,
    REFUSED,
  ],
  ['FILE', FILE, JSON.stringify(FILE), JSON.stringify(FILE), REFUSED, [{ file: FILE }]],
];

function outcomeOf(write: () => unknown): unknown {
  try {
    return write();
  } catch (error) {
    return error instanceof StepFailure ? error.code : error;
  }
}

describe.each(VALUES)('%s', (_type, value, body, header, to, attached) => {
  test('has a form in each part of an e-mail', () => {
    expect(mailBody(value)).toBe(body);
    expect(mailHeader(value)).toBe(header);
    expect(outcomeOf(() => mailAddresses(Array.isArray(value) ? value : [value], 'to'))).toEqual(to);
    expect(outcomeOf(() => mailAttachments(value, 'attachments'))).toEqual(attached);
  });
});

test('the values have every type', () => {
  const types = new Set(VALUES.map(([type]) => type.replaceAll(/^empty | (?:of|in|with) .*$/g, '')));
  expect([...types].sort()).toEqual(
    ['BOOLEAN', 'DATE_TIME', 'FILE', 'LIST', 'NUMBER', 'OBJECT', 'TEXT', 'null'].sort(),
  );
});
