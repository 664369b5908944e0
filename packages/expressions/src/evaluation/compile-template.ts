import type { ParsedExpression } from '../parsing/parse-expression.ts';
import { sizeWithin } from '../parsing/input-size.ts';
import { TemplateParser } from '../parsing/parse-template.ts';
import { runInSlices } from '@workflow/sandbox/slices';
import { asText, setOwn, type Json, StepFailure } from '@workflow/workflow-model';
import { compileParsed } from './compile-expression.ts';
import type { EvaluationScope, ExpressionLimits } from './evaluation-scope.ts';

/** A config may contain a few values of the maximum size of a result. */
const MAX_RESULTS = 4;

/**
 * A config value, or a part of one, whose strings are templates. It is compiled at its first evaluation and stored from
 * then on. It returns the value itself, not a promise, when nothing in it is asynchronous.
 *
 * Evaluating it fails with EXPRESSION_ERROR when an expression does not parse. It fails with OUTPUT_TOO_LARGE when the
 * values make it larger than the room for all parts of the config.
 */
export type CompiledPart = (scope: EvaluationScope, room: Room) => Json | Promise<Json>;

/** The remaining size for one config value. A short template can name a large placeholder a thousand times. */
export class Room {
  readonly #size: number;
  #left: number;

  constructor({ maxResultBytes }: ExpressionLimits) {
    this.#size = MAX_RESULTS * maxResultBytes;
    this.#left = this.#size;
  }

  take(value: Json): Json {
    this.#left -= sizeWithin(value, this.#left);
    if (this.#left < 0)
      throw new StepFailure('OUTPUT_TOO_LARGE', `The configuration has more than ${this.#size} characters`);
    return value;
  }
}

/** Joins the values of a template's parts. The value of a text part is the text itself. */
export type JoinParts = (parts: readonly (string | ParsedExpression)[], values: readonly Json[]) => string;

const joinTexts: JoinParts = (_parts, values) => values.map(asText).join('');

function asList(value: Json): Json[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Compiles a string template, or every string within a JSON value. A string that consists of one template keeps the
 * type of the value. In a mixed string, values other than texts become JSON. Returns null when there is no template and
 * the value is used as it is.
 */
export function compilePart(value: Json, options: TextOptions = {}): CompiledPart | null {
  if (typeof value === 'string') return value.includes('{{') ? compileText(value, options) : null;
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value).map(([key, child]) => ({
    key,
    child,
    compiled: compilePart(child, options),
  }));
  if (entries.every(({ compiled }) => compiled === null)) return null;
  const isArray = Array.isArray(value);
  const keys = entries.map(({ key }) => key);
  return (scope, room) =>
    oneAfterAnother(
      entries,
      ({ child, compiled }) => (compiled === null ? child : compiled(scope, room)),
      (children) => {
        if (isArray) return children;
        const object: Record<string, Json> = {};
        for (const [index, child] of children.entries()) setOwn(object, keys[index] as string, child);
        return object;
      },
    );
}

/**
 * Compiles a value for a list. A single value becomes a list of one, and no value becomes an empty list (JSONata's
 * rule).
 */
export function compileListPart(value: Json): CompiledPart {
  const compiled = compilePart(value, { ifAbsent: null }) ?? (() => value);
  return (scope, room) => {
    const result = compiled(scope, room);
    return result instanceof Promise ? result.then(asList) : asList(result);
  };
}

/** Compiles a text whose parts are joined by `join`. A template that is a single expression keeps its value. */
export function compileJoinedPart(template: string, join: JoinParts): CompiledPart {
  return compileText(template, { join });
}

/**
 * @property ifAbsent the value of a string that is one template when its expression has no value; without it the step
 *   fails
 */
export interface TextOptions {
  ifAbsent?: Json;
  join?: JoinParts;
}

function compileText(template: string, options: TextOptions = {}): CompiledPart {
  let ready: CompiledPart | null = null;
  return (scope, room) => {
    if (ready !== null) return ready(scope, room);
    const compiled = runInSlices(parseText(template, options));
    if (!(compiled instanceof Promise)) return (ready = compiled)(scope, room);
    return compiled.then((part) => (ready = part)(scope, room));
  };
}

function* parseText(template: string, { ifAbsent, join = joinTexts }: TextOptions): Generator<void, CompiledPart> {
  const parsed = yield* new TemplateParser().template(template);
  if (!parsed.ok) throw new StepFailure('EXPRESSION_ERROR', parsed.problems.join('; '));
  const { value } = parsed;
  if (value.kind === 'literal') return () => value.text;
  if (value.kind === 'expression') return withValue(value.expression, ifAbsent);
  const parts = value.parts.map((part) => (typeof part === 'string' ? part : withValue(part)));
  return (scope, room) =>
    oneAfterAnother(
      parts,
      (part) => (typeof part === 'string' ? part : part(scope, room)),
      (values) => join(value.parts, values),
    );
}

/** Requires a value. In a template an expression must have one. */
function withValue(parsed: ParsedExpression, ifAbsent?: Json): CompiledPart {
  const expression = compileParsed(parsed);
  return (scope, room) => {
    const value = expression(scope);
    return value instanceof Promise
      ? value.then((awaited) => room.take(present(awaited === undefined ? ifAbsent : awaited, parsed.source)))
      : room.take(present(value === undefined ? ifAbsent : value, parsed.source));
  };
}

function present(value: Json | undefined, source: string): Json {
  if (value === undefined) throw new StepFailure('PLACEHOLDER_MISSING', `{{ ${source} }} has no value`);
  return value;
}

/** Evaluates items one after another and combines their values. It is synchronous when none of them is asynchronous. */
export function oneAfterAnother<Item, Value, Result>(
  items: readonly Item[],
  evaluate: (item: Item) => Value | Promise<Value>,
  combine: (values: Value[]) => Result,
): Result | Promise<Result> {
  const values: Value[] = [];
  for (const [index, item] of items.entries()) {
    const value = evaluate(item);
    if (value instanceof Promise) return value.then((awaited) => goOn([...values, awaited], index + 1));
    values.push(value);
  }
  return combine(values);

  async function goOn(done: Value[], from: number): Promise<Result> {
    for (const item of items.slice(from)) done.push(await evaluate(item));
    return combine(done);
  }
}
