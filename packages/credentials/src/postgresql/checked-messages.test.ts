import { expect, test } from '@jest/globals';
import { usedBytes } from '@workflow/test-harness';
import { CheckedMessages } from './checked-messages.ts';

const READY = Buffer.from('Z\0\0\0\u0005I');

/** Returns the message of a server that sends data of this length without any structure. */
function copyData(length: number): Buffer {
  const message = Buffer.alloc(5 + length, 'x');
  message.write('d');
  message.writeUInt32BE(4 + length, 1);
  return message;
}

test.each([1, 2, 3, 7, 1_000])('messages are passed on when they are complete, in pieces of %d bytes', (pieceBytes) => {
  const messages = new CheckedMessages();
  const sent = Buffer.concat([READY, copyData(20), READY, READY, copyData(0)]);
  const passed: Buffer[] = [];
  for (let at = 0; at < sent.length; at += pieceBytes) passed.push(messages.read(sent.subarray(at, at + pieceBytes)));
  expect(Buffer.concat(passed)).toEqual(sent);
  expect(messages.read(READY.subarray(0, 5))).toHaveLength(0);
  expect(messages.read(READY.subarray(5))).toEqual(READY);
});

test('a message that arrives in one-byte pieces takes about as much memory as its bytes', () => {
  const messages = new CheckedMessages();
  messages.read(copyData(1_000_000).subarray(0, 5));
  const before = usedBytes();
  for (let sent = 0; sent < 300_000; sent += 1) messages.read(Buffer.from('x'));
  expect(usedBytes() - before).toBeLessThan(5_000_000);
  expect(messages.read(Buffer.alloc(700_000, 'x'))).toHaveLength(1_000_005);
});
