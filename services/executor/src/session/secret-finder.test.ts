import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import fc from 'fast-check';
import { SecretFinder } from '@workflow/validation';
import { SessionSecrets } from './session-secrets.ts';
import { ResultMemory } from './result-memory.ts';
import { toStorableJson } from './storable-json.ts';
import { chain, sessionFixture } from './testing/session-fixture.ts';

const MIB = 1_048_576;
/** The largest output of a step (STEP_MAX_OUTPUT_BYTES). */
const LARGEST_VALUE = 10 * MIB;

function finderOf(...forms: string[]): SecretFinder {
  const finder = new SecretFinder();
  for (const form of forms) finder.add(form);
  return finder;
}

/** Returns the secrets of a session that has used these values. */
async function secretsOf(values: readonly string[], perSession = 64 * MIB): Promise<SessionSecrets> {
  const results = new ResultMemory({ perSession, perOrganization: 512 * MIB }).open('o');
  const revealSecret = (_organizationId: string, name: string) => Promise.resolve(values[Number(name)] ?? null);
  const secrets = new SessionSecrets({ ...sessionFixture(chain()).deps.secretSource, revealSecret }, 'o', results);
  for (const index of values.keys()) await secrets.reveal(String(index));
  return secrets;
}

test.each([
  ['a text', ['secret'], 'a secret, and a secret', 'a ***, and a ***'],
  ['two that are side by side', ['secret'], 'secretsecret', '******'],
  ['those that overlap, whole', ['abcdef', 'defghijkl'], 'x abcdefghijkl y', 'x *** y'],
  ['one within another', ['long secret of one', 'secret'], 'long secret of one', '***'],
  ['the end', ['secret'], 'a secret', 'a ***'],
])('masks %s', (_what, forms, text, masked) => {
  expect(finderOf(...forms).mask(text)).toBe(masked);
});

test('finds what a search for each text finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 24 });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), letters, letters, (forms, before, after) => {
      const masked = finderOf(...forms).mask(`${before}#${forms[0]}#${after}`);
      for (const form of forms) expect(masked).not.toContain(form);
      expect(masked).toMatch(/\*\*\*/);
    }),
  );
});

const nearly = (length: number) => `${'a'.repeat(length / 4)}b${'a'.repeat(0.75 * length - 1)}`;
const keys = Array.from({ length: 3_000 }, (_, n) => `same beginning ${n}`);

test.each<[string, string[], () => unknown]>([
  ['nearly occurs everywhere in a text', [nearly(65_536)], () => 'a'.repeat(LARGEST_VALUE)],
  ['nearly occurs in many texts', [nearly(64)], () => Array.from({ length: 150_000 }, () => 'a'.repeat(60))],
  ['consists of thousands of keys', [JSON.stringify(keys)], () => keys[0]!.slice(0, 15).repeat(LARGEST_VALUE / 15)],
  ['was one of hundreds', Array.from({ length: 500 }, (_, n) => `secret number ${n}`), () => 'secret '.repeat(MIB)],
  ['is in no text of many', ['a short one'], () => Array.from({ length: 1_000_000 }, (_, n) => `text ${n}`)],
])('a secret that %s holds up no loop', async (_what, values, make) => {
  const secrets = await secretsOf(values.map((value) => value.replace(/^\[/, '{"keys":[').replace(/\]$/, ']}')));
  const value = make() as string;
  const longestMs = await longestTurnMs(async () => void toStorableJson(value, LARGEST_VALUE, secrets.mask), 250);
  expect(longestMs).toBeLessThan(250);
});

test('a text over which comparing takes too long is masked as a whole', () => {
  expect(finderOf(nearly(65_536)).mask('a'.repeat(MIB))).toBe('***');
});

test('forms of large secrets count towards the memory of the results', async () => {
  await expect(
    secretsOf(
      Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(65_536, 'x')),
      8 * MIB,
    ),
  ).rejects.toMatchObject({
    code: 'RESULTS_TOO_LARGE',
  });
});
