import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openSecret, sealSecret } from './secret-sealing.ts';

const key = randomBytes(32);
const organizationId = randomUUID();

test('opens what it sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      expect(openSecret(key, organizationId, 'a', sealSecret(key, organizationId, 'a', value))).toBe(value);
    }),
  );
});

test('seals the same value differently each time', () => {
  expect(sealSecret(key, organizationId, 'a', 'v')).not.toEqual(sealSecret(key, organizationId, 'a', 'v'));
});

test('opens neither under another key, organization or name, nor with a flipped bit', () => {
  const sealed = sealSecret(key, organizationId, 'a', 'value');
  expect(() => openSecret(randomBytes(32), organizationId, 'a', sealed)).toThrow();
  expect(() => openSecret(key, randomUUID(), 'a', sealed)).toThrow();
  expect(() => openSecret(key, organizationId, 'b', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const flipped = Uint8Array.from(sealed);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    expect(() => openSecret(key, organizationId, 'a', flipped)).toThrow();
  }
});
