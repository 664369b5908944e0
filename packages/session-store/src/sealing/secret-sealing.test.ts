import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openSecret, sealSecret, tryOpenSecret } from './secret-sealing.ts';

const key = randomBytes(32);
const keys = { secretsKey: key };
const organizationId = randomUUID();

test('decrypts a value that it sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      expect(openSecret(keys, organizationId, 'a', sealSecret(key, organizationId, 'a', value))).toBe(value);
    }),
  );
});

test('seals the same value differently each time', () => {
  expect(sealSecret(key, organizationId, 'a', 'v')).not.toEqual(sealSecret(key, organizationId, 'a', 'v'));
});

test('opens neither under another key, organization or name, nor with a flipped bit', () => {
  const sealed = sealSecret(key, organizationId, 'a', 'value');
  expect(() => openSecret({ secretsKey: randomBytes(32) }, organizationId, 'a', sealed)).toThrow();
  expect(() => openSecret(keys, randomUUID(), 'a', sealed)).toThrow();
  expect(() => openSecret(keys, organizationId, 'b', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const flipped = Uint8Array.from(sealed);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    expect(() => openSecret(keys, organizationId, 'a', flipped)).toThrow();
  }
});

test('decrypts values of a previous key, and distinguishes them from those of the current one', () => {
  const rotated = { secretsKey: randomBytes(32), previousSecretsKeys: [randomBytes(32), key] };
  const open = (by: Uint8Array) =>
    tryOpenSecret(rotated, organizationId, 'a', sealSecret(by, organizationId, 'a', 'v'));
  expect(open(key)).toEqual({ value: 'v', isCurrent: false });
  expect(open(rotated.secretsKey)).toEqual({ value: 'v', isCurrent: true });
  expect(open(randomBytes(32))).toBeNull();
});
