import type { ParsedExpression } from '../parsing/parse-expression.ts';
import { inputSize } from '../parsing/input-size.ts';
import { parseExpression } from '../parsing/parse-expression.ts';
import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
import { isJsonObject, StepFailure, type Json } from '@workflow/workflow-model';
import jsonata, { type Expression } from 'jsonata';
import type { SyntaxNode } from '../parsing/syntax-node.ts';
import { readResult } from '@workflow/sandbox/protocol';
import { addressKey, bindings, compileJsonata, expressionFailure, refuseNonJson } from './evaluate-expression.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import { readableBy } from './expression-input.ts';
import { compileScalar, UNDECIDED } from './scalar-expression.ts';
import { sandboxInput } from './sandbox-input.ts';
import { missingMessage } from './require-placeholders.ts';

/**
 * The guard of evaluations in this process, which only run expressions that the analysis found fast. It uses the wall
 * clock, so it also fires if the process got no CPU time. A sandbox process then evaluates the expression.
 */
const IN_PROCESS_TIMEOUT_MS = 200;

/** A compiled expression that all sessions of its definition share. It returns `undefined` if it has no value. */
export type CompiledExpression = (scope: EvaluationScope) => Json | undefined | Promise<Json | undefined>;

/**
 * Returns an expression that is compiled at its first evaluation and stored from then on. Evaluating it fails with
 * EXPRESSION_ERROR when the expression does not parse.
 * @param name the name in the error if the expression is empty, such as `config.cases[0].expression`; otherwise the
 *   error contains the source
 * @param optional placeholders that may have no value, and neither may their fields
 */
export function compileExpression(
  source: string,
  name = 'config.expression',
  optional: readonly string[] = [],
): CompiledExpression {
  let compiled: CompiledExpression | null = null;
  return (scope) => {
    compiled ??= parseAndCompile(source, name, optional);
    return compiled(scope);
  };
}

function parseAndCompile(source: string, name: string, optional: readonly string[]): CompiledExpression {
  const parsed = parseExpression(source);
  if (parsed.ok) return compileParsed(parsed.value, optional);
  throw new StepFailure(
    'EXPRESSION_ERROR',
    source.trim() === '' ? `${name} must not be empty` : `${source}: ${parsed.problems.join('; ')}`,
  );
}

/**
 * Returns a compiled expression. A plain path, and comparisons and arithmetic of single values, are evaluated without
 * JSONata. Any other expression of bounded cost is evaluated in this process if its input is small enough, and every
 * other expression in a sandbox process.
 */
export function compileParsed(parsed: ParsedExpression, optional: readonly string[] = []): CompiledExpression {
  const { kind, path, secretNames, addresses } = parsed;
  if (path !== null) return readPath(path, optional.includes(path[0] as string));
  const elsewhere = inSandbox(parsed, optional);
  const evaluate = kind === 'safe' ? inProcess(parsed, optional, elsewhere) : elsewhere;
  if (secretNames.length + addresses.length === 0) return (scope) => evaluate(scope, NO_SECRETS);
  return (scope) => revealAll(scope, parsed).then((secrets) => evaluate(scope, secrets));
}

const NO_SECRETS: Record<string, string> = {};
type Evaluate = (
  scope: EvaluationScope,
  secrets: Record<string, string>,
) => Json | undefined | Promise<Json | undefined>;

function inProcess(parsed: ParsedExpression, optional: readonly string[], elsewhere: Evaluate): Evaluate {
  const { source, maxInputSize } = parsed;
  const wholly = byJsonata(source, optional, elsewhere);
  // Compiled when it is first needed, because a version may contain many expressions that never run.
  let scalar: ReturnType<typeof compileScalar> | undefined;
  return (scope, secrets) => {
    if (inputSize(parsed, scope.placeholders, maxInputSize) > maxInputSize) return elsewhere(scope, secrets);
    if (scalar === undefined) scalar = compileScalar(jsonata(source).ast() as SyntaxNode, optional);
    const value = scalar === null ? UNDECIDED : scalar(scope.placeholders);
    return value === UNDECIDED ? wholly(scope, secrets) : value;
  };
}

function byJsonata(source: string, optional: readonly string[], elsewhere: Evaluate): Evaluate {
  let expression: Expression | null = null;
  return async (scope, secrets) => {
    if (!hasTimeLeft()) await nextSlice();
    try {
      expression ??= compileJsonata(source, IN_PROCESS_TIMEOUT_MS, optional);
      const value: unknown = await expression.evaluate(scope.placeholders, bindings(scope.placeholders, secrets));
      return toPlainJson(value);
    } catch (error) {
      const { code, message } = expressionFailure(error);
      if (code === 'EXPRESSION_TIMEOUT') return elsewhere(scope, secrets);
      throw new StepFailure(code, message);
    }
  };
}

function inSandbox(parsed: ParsedExpression, optional: readonly string[]): Evaluate {
  return async (scope, secrets) => {
    const { sandboxTimeoutMs: timeoutMs, maxResultBytes } = scope.limits;
    const request = {
      kind: 'expression',
      expression: parsed.source,
      input: await sandboxInput(readableBy(parsed, scope.placeholders), 'EXPRESSION_LIMIT'),
      secrets,
      ...(optional.length > 0 && { optional }),
      limits: { timeoutMs, maxResultBytes },
    } as const;
    return readResult(await scope.sandbox.run(request, scope.owner, scope.signal), 'EXPRESSION_ERROR');
  };
}

/**
 * Removes the properties that JSONata adds to its arrays.
 * @throws TypeError for a value that JSON cannot represent
 */
function toPlainJson(value: unknown): Json | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (isPlain || value === undefined) return value as Json | undefined;
  return JSON.parse(JSON.stringify(value, refuseNonJson)) as Json;
}

/** Returns everything in addition to placeholders that an expression reads, by the names that `bindings` uses. */
export async function revealAll(
  scope: EvaluationScope,
  { secretNames, addresses }: ParsedExpression,
): Promise<Record<string, string>> {
  const secrets: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of secretNames) secrets[name] = await scope.revealSecret(name);
  for (const address of addresses) secrets[addressKey(address)] = await scope.addressOf(address);
  return secrets;
}

/**
 * Reads a path. Paths through arrays follow JSONata: they return the values of all items, and a single value without an
 * array.
 */
function readPath(names: string[], isOptional: boolean): CompiledExpression {
  return (scope) => {
    let value: Json = scope.placeholders as Record<string, Json>;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] as string;
      if (Array.isArray(value)) return readThroughArray(value, names.slice(index));
      const member = memberOf(value, name);
      if (member === undefined && isOptional) return member;
      value = member ?? missingUnlessNull(value, name, names);
    }
    return value;
  };
}

function memberOf(value: Json, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function missingUnlessNull(parent: Json, name: string, names: string[]): Json {
  if (memberOf(parent, name) === null) return null;
  throw missing(names);
}

/** Returns undefined if no item has a value at the path. This is no error, as a filter may match nothing. */
function readThroughArray(items: Json[], names: string[]): Json | undefined {
  let values: Json[] = items;
  for (const name of names) {
    values = values
      .flat()
      .flatMap((item) => {
        const found = memberOf(item, name);
        return found === undefined ? [] : [found];
      })
      .flat();
  }
  return values.length <= 1 ? values[0] : values;
}

function missing(path: string[]): StepFailure {
  return new StepFailure('PLACEHOLDER_MISSING', missingMessage(path));
}
