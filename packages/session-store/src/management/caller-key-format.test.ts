import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { callerKeyFrom, callerKeyKind, hashCallerKey, mintCallerKey } from './caller-key-format.ts';

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
const kind = fc.constantFrom('api-key' as const, 'webhook-token' as const);

test('every key or token is recognized as its own kind and has one fixed length', () => {
  fc.assert(
    fc.property(kind, secret, (kindOfKey, bytes) => {
      const { value, prefix, hash } = callerKeyFrom(kindOfKey, bytes);
      expect(callerKeyKind(value)).toBe(kindOfKey);
      expect(value).toHaveLength(53);
      expect(value.startsWith(prefix)).toBe(true);
      expect(prefix).toHaveLength(12);
      expect(hash).toEqual(hashCallerKey(value));
    }),
  );
});

test('one changed character is refused', () => {
  fc.assert(
    fc.property(kind, secret, fc.nat({ max: 52 }), fc.constantFrom(...'0Aaz9Z_-'), (kindOfKey, bytes, at, other) => {
      const { value } = callerKeyFrom(kindOfKey, bytes);
      fc.pre(value.charAt(at) !== other);
      expect(callerKeyKind(value.slice(0, at) + other + value.slice(at + 1))).toBeNull();
    }),
  );
});

test('different secrets make different keys', () => {
  fc.assert(
    fc.property(secret, secret, (a, b) => {
      fc.pre(Buffer.compare(a, b) !== 0);
      expect(callerKeyFrom('api-key', a).value).not.toBe(callerKeyFrom('api-key', b).value);
    }),
  );
});

test.each([
  '',
  'wfk_',
  'x'.repeat(53),
  `wfk_${'0'.repeat(48)}`,
  `wfx_${'0'.repeat(49)}`,
  `${mintCallerKey('api-key').value}\n`,
])('refuses %j', (value) => expect(callerKeyKind(value)).toBeNull());
