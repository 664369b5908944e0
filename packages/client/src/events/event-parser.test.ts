import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EventParser, type ServerSentEvent } from './event-parser.ts';

function read(parts: string[]): ServerSentEvent[] {
  const parser = new EventParser();
  return parts.flatMap((part) => parser.read(part));
}

test.each<[string, ServerSentEvent[]]>([
  ['data: a\n\n', [{ type: 'message', id: '', data: 'a' }]],
  ['event: session\nid: 7\ndata: {"a":1}\n\n', [{ type: 'session', id: '7', data: '{"a":1}' }]],
  [
    ': comment\nid: 1\ndata: a\ndata: b\n\ndata:c\n\n',
    [
      { type: 'message', id: '1', data: 'a\nb' },
      { type: 'message', id: '1', data: 'c' },
    ],
  ],
  ['event: x\n\ndata: a\n\n', [{ type: 'message', id: '', data: 'a' }]],
  ['data: unfinished\n', []],
  ['data\nid\n\n', [{ type: 'message', id: '', data: '' }]],
])('%j', (text, events) => {
  expect(read([text])).toEqual(events);
  expect(read([text.replaceAll('\n', '\r\n')])).toEqual(events);
});

test('events are the same however a stream is cut', () => {
  const text = 'retry: 250\n\nevent: steps\r\nid: 1\r\ndata: [1]\r\n\r\n: still here\n\nid: 2\ndata: x\n\n';
  const whole = read([text]);
  expect(whole).toHaveLength(2);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      expect(read(at.slice(1).map((end, index) => text.slice(at[index], end)))).toEqual(whole);
    }),
  );
});

test('the pause that the stream asks for is stored', () => {
  const parser = new EventParser();
  parser.read('retry: 250\n\n');
  expect(parser.retryMs).toBe(250);
});
