import { isScalar, parseDocument, stringify, visit } from 'yaml';
import { StepFailure, type Json } from '@workflow/workflow-model';
import type { Format } from './format.ts';
import { TextRoom } from './text-room.ts';

/** The maximum number of values from aliases. A bomb multiplies them. */
const MAX_ALIASES = 100;

/** The library compares each key with all previous keys, which takes quadratic time, so this check is disabled. */
const OPTIONS = { prettyErrors: false, logLevel: 'error', intAsBigInt: true, uniqueKeys: false } as const;

export const yaml: Format = {
  read(text) {
    const document = parseDocument(text, OPTIONS);
    const [error] = document.errors;
    if (error !== undefined) throw invalid(`${error.code} at character ${error.pos[0]}`);
    requireUniqueKeys(document);
    try {
      return plain(document.toJS({ maxAliasCount: MAX_ALIASES }));
    } catch (error) {
      if (error instanceof RangeError || error instanceof StepFailure) throw error;
      throw invalid('an alias has no anchor, or aliases produce too many values');
    }
  },
  write(value, { maxBytes }) {
    new TextRoom(maxBytes).takeIndents(value);
    return stringify(value, { aliasDuplicateObjects: false });
  },
};

/**
 * Checks the keys as the texts that they become: `1` and `"1"` are the same key, and `null` is a name like others.
 * @throws StepFailure DATA_INVALID for an object that has a key twice
 */
function requireUniqueKeys(document: ReturnType<typeof parseDocument>): void {
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        // The library makes an empty text of it.
        if (key.value === null) key.value = 'null';
        const name = String(key.value);
        if (seen.has(name)) throw invalid(`DUPLICATE_KEY at character ${key.range?.[0] ?? 0}`);
        seen.add(name);
      }
    },
  });
}

/**
 * Converts values that JSON does not support: there is no NaN and no infinity, and keys are texts. Integers are read as
 * by `json`. Bytes of `!!binary` become Base64, as those of databases do.
 */
function plain(value: unknown): Json {
  const text = JSON.stringify(value ?? null, function (this: Record<string, unknown>, key, one: unknown) {
    const unchanged = this[key];
    if (unchanged instanceof Uint8Array) return Buffer.from(unchanged).toString('base64');
    if (typeof one === 'number' && !Number.isFinite(one)) throw invalid(`"${key}" is ${one}, which JSON cannot hold`);
    if (typeof one === 'bigint') return BigInt(Number(one)) === one ? Number(one) : String(one);
    if (one instanceof Map || one instanceof Set) throw invalid(`"${key}" is of a kind that JSON cannot hold`);
    return one;
  });
  return JSON.parse(text) as Json;
}

function invalid(why: string): StepFailure {
  return new StepFailure('DATA_INVALID', `The YAML cannot be read: ${why}`);
}
