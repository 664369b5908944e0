import type { Json, JsonObject } from '@workflow/workflow-model';
import { compileBounded } from './compile-bounded.ts';

/** Computes a string from nested placeholders; null if the expression has no result. */
export type KeyOf = (placeholders: JsonObject) => Promise<string | null>;

export interface KeyOptions {
  /** The name of the expression in messages, such as `flow.order.key`. */
  name: string;
  maxLength: number;
  /** Converts a value that is neither text nor a number to text. Without it such a value is refused. */
  textOf?: (value: Json) => string;
}

/**
 * Compiles an expression that returns one short text or number, within the limits of `compileBounded`. Numbers count by
 * their digits: 7 and "7" are the same text. The function rejects with an Error that names the expression if it fails.
 */
export function compileKey(source: string, options: KeyOptions): KeyOf {
  const evaluate = compileBounded(source, options.name);
  return async (placeholders) => keyText(await evaluate(placeholders), options);
}

const MAX_COMPILED_KEYS = 1_000;
const compiledKeys = new Map<string, KeyOf>();

/**
 * Compiles an expression as `compileKey` does, and keeps the last used ones by name and source: a bulk retry or a
 * component can start thousands of sessions of one definition.
 */
export function cachedKey(source: string, options: KeyOptions): KeyOf {
  const id = `${options.name} ${source}`;
  const keyOf = compiledKeys.get(id) ?? compileKey(source, options);
  // Move the last used one to the end.
  compiledKeys.delete(id);
  compiledKeys.set(id, keyOf);
  const [oldest] = compiledKeys.keys();
  if (compiledKeys.size > MAX_COMPILED_KEYS && oldest !== undefined) compiledKeys.delete(oldest);
  return keyOf;
}

function keyText(value: unknown, { name, maxLength, textOf }: KeyOptions): string | null {
  if (value === undefined || value === null) return null;
  const isKey = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  if (!isKey && textOf === undefined) throw new TypeError(`${name}: the expression must give a string or a number`);
  const text = isKey || textOf === undefined ? String(value) : textOf(value as Json);
  if (text.length > maxLength) throw new Error(`${name}: the expression must give at most ${maxLength} characters`);
  return text;
}
