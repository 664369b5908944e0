import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeFrame, FRAME, FrameReader, type Frame } from './frames.ts';

test('frames arrive as they were sent, however the pipe divides them', () => {
  const frames = fc.array(fc.record({ id: fc.nat(), text: fc.string({ maxLength: 40 }) }), { maxLength: 20 });
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 30 }), (sent, size) => {
      const bytes = Buffer.concat(sent.map(({ id, text }) => encodeFrame(FRAME.data, id, text)));
      const reader = new FrameReader(() => 1_000);
      const received: Frame[] = [];
      for (let from = 0; from < bytes.length; from += size)
        received.push(...reader.read(bytes.subarray(from, from + size)));
      expect(received.map(({ id, payload }) => ({ id, text: payload.toString() }))).toEqual(sent);
    }),
  );
});

test('a frame that is too large is refused by its header', () => {
  const reader = new FrameReader(() => 10);
  const [header] = [encodeFrame(FRAME.data, 1, 'x'.repeat(11)).subarray(0, 9)];
  expect(() => [...reader.read(header as Buffer)]).toThrow('it sent a frame of 11 bytes, 10 are allowed');
});

test('a kind that is not allowed is refused', () => {
  const reader = new FrameReader((kind) => (kind === FRAME.data ? 10 : undefined));
  expect(() => [...reader.read(encodeFrame(FRAME.call, 1))]).toThrow('it sent a frame of the kind 1');
});
