import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import fc from 'fast-check';
import type { Json } from '@workflow/workflow-model';
import { ResultMemory } from './result-memory.ts';
import { SessionSecrets } from './session-secrets.ts';
import { toStorableJson, toStorableJsonInSlices } from './storable-json.ts';
import { chain, sessionFixture } from './testing/session-fixture.ts';

const results = () => new ResultMemory({ perSession: 1e6, perOrganization: 1e6 }).open('o');

// The unit `binary` of fast-check first builds a map of all 1,114,112 characters, which takes seconds.
const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code)),
);
const anyText = fc
  .string({ unit: anyCharacter })
  .map((text) => text.replaceAll('x', '\u0000').replaceAll('y', '\uD800'));
const anyJson = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json')),
    fc.dictionary(anyText, tie('json')),
  ),
})).json;

test('gives the very same value when there is nothing to change', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as Json;
      const stored = toStorableJson(json, 1_000_000, null);
      return (
        stored.kind === 'storable' &&
        (stored.value === json || !JSON.stringify(json).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(json)))
      );
    }),
  );
});

test('gives nothing that PostgreSQL refuses, and the same when done twice', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const stored = toStorableJson(value, 1_000_000, null);
      if (stored.kind !== 'storable') return false;
      const text = JSON.stringify(stored.value);
      const again = toStorableJson(stored.value, 1_000_000, null);
      return !/\\u0000|\\ud[89a-f]/i.test(text) && again.kind === 'storable' && again.value === stored.value;
    }),
  );
});

test('judges the size as JSON in UTF-8, to the byte', () => {
  fc.assert(
    fc.property(anyJson, fc.nat(400), (value, limit) => {
      const stored = toStorableJson(value, limit, null);
      const unlimited = toStorableJson(value, 1_000_000, null);
      const bytes = unlimited.kind === 'storable' ? Buffer.byteLength(JSON.stringify(unlimited.value)) : 0;
      return (stored.kind === 'too-large') === bytes > limit;
    }),
  );
});

test('a long list is made storable in turns, as it would be in one', async () => {
  const items = Array.from({ length: 100_000 }, (_, n) => ({
    id: n,
    city: 'Zürich',
    note: `a note\0 of some length, ${n}`,
  }));
  const whole = toStorableJson(items, 10_000_000, null);
  expect(await toStorableJsonInSlices(items, 10_000_000, null)).toEqual(whole);
  const bytes = whole.kind === 'storable' ? Buffer.byteLength(JSON.stringify(whole.value)) : 0;
  expect(await toStorableJsonInSlices(items, bytes, null)).toEqual(whole);
  expect(await toStorableJsonInSlices(items, bytes - 1, null)).toEqual({ kind: 'too-large', bytes });
  expect(await longestTurnMs(async () => toStorableJsonInSlices(items, bytes, null), 50)).toBeLessThan(50);
});

test('refuses what is nested too deeply instead of exhausting the stack', () => {
  // The guard of JSON.parse refuses such a text, so the test builds the value.
  let deep: Json = [];
  for (let level = 1; level < 5_000; level += 1) deep = [deep];
  expect(toStorableJson(deep, 1_000_000, null)).toEqual({ kind: 'too-deep' });
});

function secretsFrom(valueOf: (name: string) => string | null): SessionSecrets {
  const revealSecret = (_organizationId: string, name: string) => Promise.resolve(valueOf(name));
  return new SessionSecrets({ ...sessionFixture(chain()).deps.secretSource, revealSecret }, 'o', results());
}

test('masks secrets wherever they occur, and leaves short ones alone', async () => {
  const values: Record<string, string> = { long: 'hunter-2"', short: 'abc' };
  const secrets = secretsFrom((name) => values[name] ?? null);
  expect(secrets.mask).toBeNull();
  await secrets.reveal('long');
  await secrets.reveal('short');
  const stored = toStorableJson(
    {
      'key hunter-2"': [
        'abc',
        'x=hunter-2%22&',
        JSON.stringify({ a: 'hunter-2"' }),
        Buffer.from('hunter-2"').toString('base64'),
      ],
    },
    10_000,
    secrets.mask,
  );
  expect(stored).toMatchObject({ kind: 'storable', value: { 'key ***': ['abc', 'x=***&', '{"a":"***"}', '***'] } });
});

test('masks a secret in Base64 and hex, whatever is next to it', async () => {
  const value = 'correct horse/battery+staple=';
  const secrets = secretsFrom(() => value);
  await secrets.reveal('any');
  for (const [before, after] of [
    ['', ''],
    ['u', 'x'],
    ['us', 'xy'],
    ['user:', 'xyz'],
    ['user name:', '\n'],
  ]) {
    const text = `${before}${value}${after}`;
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const masked = Buffer.from(
        secrets.mask!(Buffer.from(text).toString(encoding)).replace('***', ''),
        encoding,
      ).toString();
      expect([encoding, before, masked.includes('horse') || masked.includes('battery')]).toEqual([
        encoding,
        before,
        false,
      ]);
      expect(secrets.mask!(Buffer.from(text).toString(encoding))).toContain('***');
    }
  }
});

test('masks the keys within a secret that is JSON itself', async () => {
  const key = '-----BEGIN KEY-----\nabcdefgh\n-----END KEY-----';
  const secrets = secretsFrom(() =>
    JSON.stringify({ type: 'service_account', token_uri: 'https://example.com/token', private_key: key }),
  );
  await secrets.reveal('account');
  expect(secrets.mask!(key)).toBe('***');
  expect(secrets.mask!('service_account https://example.com/token')).toBe('service_account https://example.com/token');
});
