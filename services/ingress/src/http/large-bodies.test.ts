import { expect, test } from '@jest/globals';
import { LargeBodies } from './large-bodies.ts';

const MIB = 1024 * 1024;

test('reads small bodies at once, and large ones as far as there is room, in turn', () => {
  const bodies = new LargeBodies(2 * MIB);
  const read: string[] = [];
  const take = (name: string, bytes: number) => bodies.take(bytes, () => void read.push(name));
  const first = take('first', MIB);
  take('second', MIB);
  const third = take('third', MIB);
  const fourth = take('fourth', MIB);
  take('small', 1_000);
  expect(read).toEqual(['first', 'second', 'small']);
  third();
  expect(read).toEqual(['first', 'second', 'small']);
  first();
  expect(read).toEqual(['first', 'second', 'small', 'fourth']);
  fourth();
  expect(bodies.inHand).toBe(MIB);
});

test('a body larger than the bound is read alone', () => {
  const bodies = new LargeBodies(MIB);
  const read: string[] = [];
  const small = bodies.take(MIB / 2, () => void read.push('half'));
  bodies.take(4 * MIB, () => void read.push('huge'));
  expect(read).toEqual(['half']);
  small();
  expect(read).toEqual(['half', 'huge']);
});
