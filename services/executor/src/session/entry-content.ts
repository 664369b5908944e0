import { MAX_ENTRY_BYTES, MAX_ENTRY_KEY, type Content } from '@workflow/session-store';
import { isJsonObject, isStorableText, StepFailure, type Json } from '@workflow/workflow-model';
import type { SessionSecrets } from './session-secrets.ts';
import type { SessionSensitive } from './session-sensitive.ts';
import { toStorableJson } from './storable-json.ts';

interface Masks {
  secrets: Pick<SessionSecrets, 'mask'>;
  sensitive: Pick<SessionSensitive, 'maskValue' | 'maskText'>;
}

/**
 * Returns a value in the form in which a collection stores it. Secrets are masked permanently. Sensitive values are
 * masked in a copy that is stored with the value.
 * @throws StepFailure STORAGE_LIMIT_REACHED, FIELD_INVALID
 */
export function entryContent({ secrets, sensitive }: Masks, given: Json): Content {
  const storable = toStorableJson(given, MAX_ENTRY_BYTES, secrets.mask);
  if (storable.kind === 'too-deep') throw new StepFailure('FIELD_INVALID', 'The value is nested too deeply');
  if (storable.kind === 'too-large') {
    const message = `The value has ${storable.bytes} bytes as JSON. The limit is ${MAX_ENTRY_BYTES}`;
    throw new StepFailure('STORAGE_LIMIT_REACHED', message);
  }
  const { value } = storable;
  const shown = sensitive.maskValue(value);
  return { value, shown, sensitive: shown === value ? [] : maskedParts(value, shown) };
}

/** Returns each part of a value that the mask changes, unmasked. */
function maskedParts(value: Json, shown: Json): Json[] {
  if (value === shown) return [];
  if (Array.isArray(value) && Array.isArray(shown))
    return value.flatMap((item, index) => maskedParts(item, shown[index] as Json));
  if (!isJsonObject(value) || !isJsonObject(shown)) return [value];
  const keys = Object.keys(value);
  // The key is sensitive.
  if (keys.some((key) => !Object.hasOwn(shown, key))) return [value, ...keys];
  return keys.flatMap((key) => maskedParts(value[key] as Json, shown[key] as Json));
}

/**
 * Checks the key of an entry and returns it. Keys are never masked, so a key must not contain a secret or a sensitive
 * value.
 * @throws StepFailure FIELD_INVALID
 */
export function entryKey({ secrets, sensitive }: Masks, key: string): string {
  if (key === '' || key.length > MAX_ENTRY_KEY)
    throw new StepFailure('FIELD_INVALID', `The key must have 1 to ${MAX_ENTRY_KEY} characters`);
  if (!isStorableText(key)) throw new StepFailure('FIELD_INVALID', 'The key has a character that cannot be stored');
  if ((secrets.mask?.(key) ?? key) !== key || sensitive.maskText(key) !== key)
    throw new StepFailure('FIELD_INVALID', 'The key contains a secret or a sensitive value, but keys are not masked');
  return key;
}
