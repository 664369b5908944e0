import { isScalar, parseDocument, stringify, visit } from 'yaml';
import { StepFailure, type Json } from '@workflow/workflow-model';
import type { Format } from './format.ts';
import { TextRoom } from './text-room.ts';

/** The maximum number of values from aliases. A bomb multiplies them. */
const MAX_ALIASES = 100;

/** The library compares each key with all keys before it, which takes the square of their number. */
const OPTIONS = { prettyErrors: false, logLevel: 'silent', intAsBigInt: true, uniqueKeys: false } as const;

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

/** @throws StepFailure DATA_INVALID for an object that has a key twice */
function requireUniqueKeys(document: ReturnType<typeof parseDocument>): void {
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) throw invalid(`DUPLICATE_KEY at character ${key.range?.[0] ?? 0}`);
        seen.add(key.value);
      }
    },
  });
}

/**
 * Converts values that JSON does not support: there is no NaN and no infinity, and keys are texts. Integers are read as
 * by `json`.
 */
function plain(value: unknown): Json {
  const text = JSON.stringify(value ?? null, (key, one: unknown) => {
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
