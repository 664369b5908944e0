import type { ParsedExpression } from '@workflow/validation';
import { parseTemplate } from '@workflow/validation';
import type { Json } from '@workflow/workflow-model';
import { StepFailure } from '../session/step-failure.ts';
import { compileParsed } from './compile-expression.ts';
import type { EvaluationScope } from './evaluation-scope.ts';

/** A config value whose strings are templates, made ready once. Gives the value itself when nothing in it must be waited for. */
export type CompiledTemplate = (scope: EvaluationScope) => Json | Promise<Json>;

/**
 * Compiles a string template, or every string within a JSON value. A string that is one template keeps the value's
 * type; in a mixed one, what is not a string becomes JSON.
 *
 * @throws StepFailure EXPRESSION_ERROR when an expression does not parse.
 */
export function compileTemplate(value: Json): CompiledTemplate {
  return compileIfTemplate(value) ?? (() => value);
}

/** null: nothing in the value is a template, it stands for itself. */
function compileIfTemplate(value: Json): CompiledTemplate | null {
  if (typeof value === 'string') return value.includes('{{') ? compileText(value) : null;
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value).map(([key, child]) => ({ key, child, compiled: compileIfTemplate(child) }));
  if (entries.every(({ compiled }) => compiled === null)) return null;
  const isArray = Array.isArray(value);
  const keys = entries.map(({ key }) => key);
  return (scope) => whenAll(entries, ({ child, compiled }) => (compiled === null ? child : compiled(scope)), (children) => {
    if (isArray) return children;
    const object: Record<string, Json> = {};
    children.forEach((child, index) => define(object, keys[index] as string, child));
    return object;
  });
}

function compileText(template: string): CompiledTemplate {
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw new StepFailure('EXPRESSION_ERROR', parsed.problems.join('; '));
  const { value } = parsed;
  if (value.kind === 'literal') return () => value.text;
  if (value.kind === 'expression') return withValue(value.expression);
  const parts = value.parts.map((part) => (typeof part === 'string' ? part : withValue(part)));
  return (scope) => whenAll(parts, (part) => (typeof part === 'string' ? part : part(scope)), (values) => values.map(asText).join(''));
}

/** In a template an expression must have a value. */
function withValue(parsed: ParsedExpression): CompiledTemplate {
  const expression = compileParsed(parsed);
  return (scope) => {
    const value = expression(scope);
    return value instanceof Promise ? value.then((awaited) => present(awaited, parsed.source)) : present(value, parsed.source);
  };
}

function present(value: Json | undefined, source: string): Json {
  if (value === undefined) throw new StepFailure('PLACEHOLDER_MISSING', `{{ ${source} }} has no value`);
  return value;
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Evaluates all items and combines their values, at once when none of them must be waited for. */
function whenAll<Item>(items: Item[], evaluate: (item: Item) => Json | Promise<Json>, combine: (values: Json[]) => Json): Json | Promise<Json> {
  const values: (Json | Promise<Json>)[] = [];
  let waits = false;
  try {
    for (const item of items) {
      const value = evaluate(item);
      waits ||= value instanceof Promise;
      values.push(value);
    }
  } catch (error) {
    // What was begun before has nobody who listens any more.
    for (const value of values) if (value instanceof Promise) value.catch(() => undefined);
    throw error;
  }
  return waits ? Promise.all(values.map((value) => Promise.resolve(value))).then(combine) : combine(values as Json[]);
}

/** `__proto__` as a key is data like any other. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
