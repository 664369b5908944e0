import { inputSize, parseExpression, type ParsedExpression } from '@workflow/expressions/parsing';
import { hasTurnLeft, nextTurn } from '@workflow/sandbox/turns';
import type { Json, JsonObject } from '@workflow/workflow-model';
import jsonata from 'jsonata';

/** Every published expression must accept texts of this many characters. */
export const MIN_KEY_INPUT = 4_096;
/**
 * The guards of JSONata, which only run when a node is entered and therefore limit nothing alone. The real limit is
 * `maxInputSize` of the expression, checked before it is evaluated.
 */
const GUARDS = { timeout: 200, stack: 100, sequence: 1_000_000 };
/** The maximum length of a message of JSONata, which may contain a whole value. */
const MAX_MESSAGE_LENGTH = 500;

/** Computes a text from nested placeholders. null: the expression has no result. */
export type KeyOf = (placeholders: JsonObject) => Promise<string | null>;

export interface KeyOptions {
  /** The name of the expression in messages, such as `flow.order.key`. */
  name: string;
  maxLength: number;
  /** Converts a value that is neither text nor a number to text. Without it such a value is refused. */
  textOf?: (value: Json) => string;
}

/**
 * Compiles an expression that returns one short text or number. Its cost is limited before it is evaluated, so that it
 * can run on an event loop. Numbers count by their digits: 7 and "7" are the same text. The function rejects with an
 * Error that names the expression if it fails or would read too much.
 */
export function compileKey(source: string, options: KeyOptions): KeyOf {
  const { name } = options;
  const parsed = parseExpression(source);
  if (!parsed.ok) return () => Promise.reject(new Error(`${name}: ${parsed.problems.join('; ')}`));
  const { path } = parsed.value;
  if (path !== null) return async (placeholders) => keyText(readPath(placeholders, path), options);
  if (parsed.value.maxInputSize < MIN_KEY_INPUT)
    return () => Promise.reject(new Error(`${name}: the expression costs too much`));
  return compileBounded(parsed.value, options);
}

function compileBounded(parsed: ParsedExpression, options: KeyOptions): KeyOf {
  const { maxInputSize } = parsed;
  const expression = jsonata(parsed.source, GUARDS);
  return async (placeholders) => {
    if (inputSize(parsed, placeholders, maxInputSize) > maxInputSize)
      throw new Error(`${options.name}: the expression may read at most ${maxInputSize} characters`);
    if (!hasTurnLeft()) await nextTurn();
    return keyText(await evaluate(expression, placeholders, options), options);
  };
}

async function evaluate(
  expression: jsonata.Expression,
  placeholders: JsonObject,
  { name }: KeyOptions,
): Promise<unknown> {
  try {
    return await expression.evaluate(placeholders);
  } catch (error) {
    const { message } = error as { message?: unknown };
    const text = typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : 'the expression failed';
    throw new Error(`${name}: ${text}`, { cause: error });
  }
}

function readPath(placeholders: JsonObject, names: readonly string[]): Json | undefined {
  let value: Json | undefined = placeholders;
  for (const part of names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part)) return;
    value = value[part];
  }
  return value;
}

function keyText(value: unknown, { name, maxLength, textOf }: KeyOptions): string | null {
  if (value === undefined || value === null) return null;
  const isKey = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  if (!isKey && textOf === undefined) throw new TypeError(`${name}: the expression must give a string or a number`);
  const text = isKey || textOf === undefined ? String(value) : textOf(value as Json);
  if (text.length > maxLength) throw new Error(`${name}: the expression must give at most ${maxLength} characters`);
  return text;
}
