import type { FlowKeys, Definition, Json, JsonObject } from '@workflow/workflow-model';
import jsonata from 'jsonata';
import { nestPlaceholders } from '../placeholders/nest-placeholders.ts';
import { parseExpression } from '../templates/parse-expression.ts';

/** Maximum length of a key in characters. */
const MAX_KEY_LENGTH = 255;
/** Safety limits, far below those of expressions in steps: only expressions of bounded cost are evaluated here. */
const MAX_KEY_EVALUATION_MS = 200;
const MAX_KEY_EVALUATION_DEPTH = 100;
const MAX_KEY_SEQUENCE_LENGTH = 10_000;

/** All sessions of a workflow share this key where the rule names no expression. */
const SHARED = 'null';

/** Keys, and problems of expressions that failed: each problem names its rule, whose key is then null. */
interface ComputedKeys {
  keys: FlowKeys;
  problems: string[];
}

/** The keys of a session that starts with these placeholder values, their names dotted. */
export type FlowKeysCheck = (values: Readonly<JsonObject>) => Promise<ComputedKeys>;

/**
 * Compiles the function that computes the keys of a definition's sessions; null when it limits nothing. An expression
 * without a result yields the key null, a key like any other. Only expressions that publishing accepts come here.
 */
export function compileFlowKeys({ flow }: Definition): FlowKeysCheck | null {
  if (flow === undefined) return null;
  const rules = (['concurrency', 'order', 'gather'] as const).flatMap((rule) => {
    const settings = flow[rule];
    return settings === undefined ? [] : [{ name: `${rule}Key` as const, keyOf: compileRule(rule, settings.key) }];
  });
  if (rules.length === 0) return null;
  return async (values) => {
    const nested = nestPlaceholders(values);
    const computed: ComputedKeys = { keys: { concurrencyKey: '', orderKey: '' }, problems: [] };
    for (const { name, keyOf } of rules) {
      computed.keys[name] = SHARED;
      try {
        computed.keys[name] = await keyOf(nested);
      } catch (error) {
        computed.problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    return computed;
  };
}

/**
 * The same at once, for a session that is accepted anyway: of an expression that fails the key is null. It gathers
 * nothing.
 */
export async function flowKeysOf(definition: Definition, values: Readonly<JsonObject>): Promise<FlowKeys | null> {
  const { gather: _gather, ...flow } = definition.flow ?? {};
  const compute = compileFlowKeys({ ...definition, flow });
  return compute === null ? null : (await compute(values)).keys;
}

function compileRule(rule: string, source: string | undefined): KeyOf {
  return compileKey(`flow.${rule}.key`, source);
}

type KeyOf = (placeholders: JsonObject) => Promise<string>;

/** The function throws an Error that names the rule when the expression fails. */
function compileKey(name: string, source: string | undefined): KeyOf {
  if (source === undefined) return () => Promise.resolve(SHARED);
  const parsed = parseExpression(source);
  if (!parsed.ok) return () => Promise.reject(new Error(`${name}: ${parsed.problems.join('; ')}`));
  const { path } = parsed.value;
  if (path !== null) return async (placeholders) => keyText(name, readPath(placeholders, path));
  const expression = jsonata(parsed.value.source, {
    timeout: MAX_KEY_EVALUATION_MS,
    stack: MAX_KEY_EVALUATION_DEPTH,
    sequence: MAX_KEY_SEQUENCE_LENGTH,
  });
  return async (placeholders) => keyText(name, await evaluate(name, expression, placeholders));
}

async function evaluate(name: string, expression: jsonata.Expression, placeholders: JsonObject): Promise<unknown> {
  try {
    return await expression.evaluate(placeholders);
  } catch (error) {
    const { message } = error as { message?: unknown };
    throw new Error(`${name}: ${typeof message === 'string' ? message : 'the expression failed'}`, { cause: error });
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

/** Numbers count by their digits: 7 and "7" are one key. */
function keyText(name: string, value: unknown): string {
  if (value === undefined || value === null) return SHARED;
  if (typeof value !== 'string' && (typeof value !== 'number' || !Number.isFinite(value)))
    throw new TypeError(`${name}: the expression must give a string or a number`);
  const text = String(value);
  if (text.length > MAX_KEY_LENGTH)
    throw new Error(`${name}: the expression must give at most ${MAX_KEY_LENGTH} characters`);
  return JSON.stringify(text);
}
