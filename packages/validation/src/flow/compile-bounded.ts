import { inputSize, parseExpression, type ParsedExpression } from '@workflow/expressions/parsing';
import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
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

/** Computes the value of an expression. undefined: it has no result. */
export type BoundedExpression = (names: JsonObject) => Promise<unknown>;

/**
 * Compiles an expression whose cost is limited before it is evaluated, so that it can run on an event loop. The
 * function rejects with an Error that begins with `name` if the expression fails or would read too much.
 */
export function compileBounded(source: string, name: string): BoundedExpression {
  const parsed = parseExpression(source);
  if (!parsed.ok) return () => Promise.reject(new Error(`${name}: ${parsed.problems.join('; ')}`));
  const { path } = parsed.value;
  if (path !== null) return async (names) => readPath(names, path);
  if (parsed.value.maxInputSize < MIN_KEY_INPUT)
    return () => Promise.reject(new Error(`${name}: the expression costs too much`));
  return compileMeasured(parsed.value, name);
}

function compileMeasured(parsed: ParsedExpression, name: string): BoundedExpression {
  const { maxInputSize } = parsed;
  const expression = jsonata(parsed.source, GUARDS);
  return async (names) => {
    if (inputSize(parsed, names, maxInputSize) > maxInputSize)
      throw new Error(`${name}: the expression may read at most ${maxInputSize} characters`);
    if (!hasTimeLeft()) await nextSlice();
    return evaluate(expression, names, name);
  };
}

async function evaluate(expression: jsonata.Expression, names: JsonObject, name: string): Promise<unknown> {
  try {
    return await expression.evaluate(names);
  } catch (error) {
    const { message } = error as { message?: unknown };
    const text = typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : 'the expression failed';
    throw new Error(`${name}: ${text}`, { cause: error });
  }
}

function readPath(names: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = names;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part)) return;
    value = value[part];
  }
  return value;
}
