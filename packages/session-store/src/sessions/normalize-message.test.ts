import { expect, test } from '@jest/globals';
import { normalizeMessage } from './normalize-message.ts';

test.each([
  ["Customer 'Ada' has 12 open orders", "Customer '…' has # open orders"],
  ['Customer "Grace Hopper" has 1,234.50 open orders', "Customer '…' has # open orders"],
  ['the session 0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e failed', 'the session # failed'],
  ['order ord_81hTz and ORD-7', 'order # and ORD-#'],
  ['GET https://api.example.com/orders/7?x=1 was answered 503', 'GET <address> was answered #'],
  ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED <address>'],
  ['no answer from 10.0.0.7', 'no answer from <address>'],
  ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED ::#'],
  ['connect to db.internal:5432 failed', 'connect to <address> failed'],
  ['getaddrinfo ENOTFOUND shop.example.com', 'getaddrinfo ENOTFOUND <address>'],
  ['No mailbox ada.lovelace+x@example.com here', 'No mailbox <address> here'],
  ['at 2026-07-06T08:30:00.000Z', 'at #'],
  ['at 2026-07-06 08:30:00', 'at #'],
  ['items 1, 2, 3 and -7', 'items # and -#'],
  ["it doesn't work: order.total is missing", "it doesn't work: order.total is missing"],
  ['The placeholder order.id has no value', 'The placeholder order.id has no value'],
  ['an unclosed "text of 5', 'an unclosed "text of #'],
  ['Kunde «Łukasz» unbekannt', "Kunde '…' unbekannt"],
  ['digest deadbeefcafebabe', 'digest #'],
  ['two   spaces\nand a line', 'two spaces and a line'],
])('%s', (message, expected) => {
  expect(normalizeMessage(message)).toBe(expected);
});

test('reads a bounded part of a message', () => {
  const long = normalizeMessage(`Failed: ${'"'.repeat(100_000)} ${'1 '.repeat(100_000)}`);
  expect(long.length).toBeLessThan(1_000);
});
