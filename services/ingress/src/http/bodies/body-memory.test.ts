import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { BodyMemory } from './body-memory.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

function openMemory(maxBytes: number) {
  const memory = new BodyMemory(maxBytes);
  const given: string[] = [];
  const open = (name: string, owner: string) => {
    const reservation = memory.open(owner);
    return {
      reservation,
      grow(bytes: number): void {
        if (reservation.grow(bytes)) given.push(name);
        else void reservation.room().then(() => given.push(name));
      },
    };
  };
  return { memory, given, open };
}

test('arrived bytes count, and small bodies never wait', async () => {
  const { memory, given, open } = openMemory(2 * MIB);
  const [first, second, third] = [open('first', 'a'), open('second', 'b'), open('third', 'c')];
  first.grow(MIB);
  second.grow(MIB);
  third.grow(64 * KIB);
  open('small', 'a').grow(16 * KIB);
  await settled();
  expect(given).toEqual(['first', 'second', 'small']);
  expect(memory.reserved).toBe(2 * MIB);
  first.reservation.release();
  first.reservation.release();
  await settled();
  expect(given).toEqual(['first', 'second', 'small', 'third']);
  expect([memory.reserved, memory.waiting]).toEqual([MIB + 64 * KIB, 0]);
});

test('one owner uses half at most, and the owner that uses least goes first', async () => {
  const { given, open } = openMemory(4 * MIB);
  open('1 of a', 'a').grow(MIB);
  open('2 of a', 'a').grow(MIB);
  open('3 of a', 'a').grow(MIB);
  const [ofB, ofC] = [open('of b', 'b'), open('of c', 'c')];
  ofB.grow(MIB);
  ofC.grow(MIB);
  await settled();
  expect(given).toEqual(['1 of a', '2 of a', 'of b', 'of c']);
  open('of d', 'd').grow(MIB);
  ofB.reservation.release();
  await settled();
  expect(given.at(-1)).toBe('of d');
});

test('bodies that all wait for more end one after the other, hardly beyond the bound', async () => {
  const { memory, given, open } = openMemory(2 * MIB);
  const bodies = Array.from({ length: 8 }, (_, index) => open(`${index}`, index % 2 === 0 ? 'a' : 'b'));
  for (const body of bodies) body.grow(256 * KIB);
  given.length = 0;
  for (const body of bodies) body.grow(MIB);
  const ended = new Set<string>();
  while (ended.size < bodies.length) {
    await settled();
    expect(memory.reserved).toBeLessThanOrEqual(3 * MIB);
    const done = given.find((name) => !ended.has(name));
    expect(done).toBeDefined();
    ended.add(done!);
    bodies[Number(done)]!.reservation.release();
  }
  expect([memory.reserved, memory.waiting]).toEqual([0, 0]);
});

test('a body larger than the bound is read alone', async () => {
  const { given, open } = openMemory(MIB);
  const half = open('half', 'a');
  half.grow(MIB / 2);
  open('huge', 'b').grow(4 * MIB);
  await settled();
  expect(given).toEqual(['half']);
  half.reservation.release();
  await settled();
  expect(given).toEqual(['half', 'huge']);
});
