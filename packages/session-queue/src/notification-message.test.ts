import { expect, test } from '@jest/globals';
import { readMessage, writeMessage } from './notification-message.ts';
import { createQueueSeal } from './queue-seal.ts';

const seal = createQueueSeal([Buffer.alloc(32, 1)], 'end-signals');
const notifications = [
  { sessionId: 'first', outcome: '"one"' },
  { sessionId: 'second' },
  { sessionId: 'third', outcome: '3' },
];
const idsAlone = notifications.map(({ sessionId }) => ({ sessionId }));

test('a message has the outcome of each session, and the sealed text shows none', () => {
  const message = writeMessage('replica', notifications, seal);
  expect(readMessage('replica', message, seal)).toEqual(notifications);
  expect(message).toMatch(/^first,second,third,=[\w+/=]+$/);
  expect(Buffer.from(message.split(',=')[1] as string, 'base64').toString('latin1')).not.toContain('one');
});

test('a message without outcomes is its ids, as earlier versions read and write them', () => {
  expect(writeMessage('replica', idsAlone, seal)).toBe('first,second,third');
  expect(readMessage('replica', 'first,second,third', seal)).toEqual(idsAlone);
});

const message = writeMessage('replica', notifications, seal);
test.each([
  ['for another replica', 'other', message],
  ['with the sessions in another order', 'replica', message.replace('first,second', 'second,first')],
  ['with another session', 'replica', message.replace('third', 'other')],
  ['with a session less', 'replica', message.replace('first,', '')],
  [
    'with a changed character',
    'replica',
    message.replace(/,=(.)/, (_, first: string) => `,=${first === 'A' ? 'B' : 'A'}`),
  ],
  ['cut off', 'replica', message.slice(0, -4)],
  ['with nothing sealed', 'replica', 'first,second,third,='],
  ['made up', 'replica', `first,second,third,=${Buffer.from('"one"\n\n3'.padStart(60)).toString('base64')}`],
])('a message %s has no outcome', (_name, awaitedBy, changed) => {
  const read = readMessage(awaitedBy, changed, seal);
  expect(read.filter(({ outcome }) => outcome !== undefined)).toEqual([]);
  expect(read.length).toBeGreaterThan(1);
});
