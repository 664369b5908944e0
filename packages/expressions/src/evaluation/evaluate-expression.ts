import { ADDRESS_FUNCTIONS, dateTimeMillis, type AddressName } from '@workflow/workflow-model';
import jsonata from 'jsonata';
import {
  sandboxFailure,
  type SandboxAnswer,
  type SandboxFailureCode,
  type SandboxRequest,
} from '@workflow/sandbox/protocol';
import { decodeBase64, encodeBase64 } from './base64-text.ts';
import { linearRegexEngine } from './linear-regex.ts';
import { REQUIRED_FUNCTION, requireFrom, requirePlaceholders } from './require-placeholders.ts';
import type { OpenNode } from './syntax-tree.ts';

/**
 * Maximum number of nested evaluations. It is far above any normal expression and below the depth that exhausts the
 * stack.
 */
const MAX_EXPRESSION_DEPTH = 500;
/** Maximum number of elements of one sequence. */
const MAX_SEQUENCE_LENGTH = 1_000_000;
/**
 * Maximum length of a message. It is shortened further after secrets were masked in it, which needs the whole secret
 * (65,536 characters at most).
 */
const MAX_MESSAGE_LENGTH = 200_000;

/**
 * Compiles an expression with JSONata and every guard. Its placeholders must have a value unless they are guarded or in
 * `optional`.
 * @throws JsonataError if the expression does not parse
 */
export function compileJsonata(
  expression: string,
  timeoutMs: number,
  optional: readonly string[] = [],
): jsonata.Expression {
  const compiled = jsonata(expression, {
    RegexEngine: linearRegexEngine,
    timeout: timeoutMs,
    stack: MAX_EXPRESSION_DEPTH,
    sequence: MAX_SEQUENCE_LENGTH,
  });
  compiled.registerFunction('toMillis', toMillis, '<s-s?:n>');
  compiled.registerFunction('base64encode', encodeBase64, '<s-:s>');
  compiled.registerFunction('base64decode', decodeBase64, '<s-:s>');
  // JSONata evaluates this same object, so it is changed in place.
  const tree = compiled.ast() as OpenNode;
  const required = requirePlaceholders({ ...tree }, optional);
  for (const key of Object.keys(tree)) delete tree[key];
  Object.assign(tree, required);
  return compiled;
}

const parsePicture = jsonata('$toMillis(text, picture)');

/**
 * Replaces JSONata's function, which does not read a bracketed zone; normalized DATE_TIMEs may have one. `$map` and
 * similar functions pass as many arguments as a function declares, so this one declares one.
 */
function toMillis(text: string | undefined, ...[picture]: string[]): number | undefined | Promise<number | undefined> {
  if (text === undefined) return undefined;
  if (picture !== undefined) return parsePicture.evaluate({ text, picture }) as Promise<number | undefined>;
  const millis = /^\d{4}(?:-\d\d)?$/.test(text) ? Date.parse(text) : dateTimeMillis(text);
  if (Number.isNaN(millis)) throw new TypeError(`$toMillis: ${JSON.stringify(text)} is no date-time`);
  return millis;
}

/** Returns the key under which a URL is passed together with the secrets. No name of a secret contains a space. */
export function addressKey({ kind, name }: AddressName): string {
  return `${kind} ${name}`;
}

/** Returns the functions that extend those of JSONata. */
export function bindings(input: unknown, secrets: Record<string, string>): Record<string, unknown> {
  return {
    // Only URL templates treat `$raw(x)` differently from `x`.
    raw: (value: unknown) => value,
    secret: (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined),
    [ADDRESS_FUNCTIONS.callback]: (name: string) => secrets[addressKey({ kind: 'callback', name })],
    [ADDRESS_FUNCTIONS.approval]: (name: string) => secrets[addressKey({ kind: 'approval', name })],
    [REQUIRED_FUNCTION]: requireFrom(input),
  };
}

/** Evaluates an expression in a sandbox process. See `SandboxRequest`. */
export async function evaluateExpression(
  request: Extract<SandboxRequest, { kind: 'expression' }>,
): Promise<SandboxAnswer> {
  const { expression, input, secrets, optional, limits } = request;
  try {
    const compiled = compileJsonata(expression, limits.timeoutMs, optional);
    const data: unknown = JSON.parse(input);
    const value: unknown = await compiled.evaluate(data, bindings(data, secrets));
    const json = JSON.stringify(value, refuseNonJson) as string | undefined;
    if (json !== undefined && isLongerThan(json, limits.maxResultBytes)) {
      return sandboxFailure('OUTPUT_TOO_LARGE', `The expression returned more than ${limits.maxResultBytes} bytes`);
    }
    return { kind: 'value', json: json ?? null };
  } catch (error) {
    return expressionFailure(error);
  }
}

/** Returns true if a text has more than `bytes` bytes of UTF-8. A UTF-16 unit has at most three. */
function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes || text.length * 3 <= bytes) return text.length > bytes;
  return new TextEncoder().encode(text).length > bytes;
}

/**
 * A replacer for `JSON.stringify` that accepts only values that JSON can represent. JSONata represents a function as an
 * object with its environment, which must not become a result, and a division by zero would become null.
 * @throws TypeError that names the value and its position
 */
export function refuseNonJson(key: string, value: unknown): unknown {
  if (typeof value === 'function' || isLambda(value)) throw nonJson(key, 'a function');
  if (typeof value === 'number' && !Number.isFinite(value)) throw nonJson(key, String(value));
  return value;
}

function nonJson(key: string, what: string): TypeError {
  return new TypeError(`the result ${key === '' ? 'is' : `has in "${key}"`} ${what}, which JSON cannot hold`);
}

function isLambda(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('_jsonata_lambda' in value || '_jsonata_function' in value);
}

/**
 * The failure codes by JSONata's codes for too deep, too long and too many elements, and by the codes of this
 * repository.
 */
const FAILURE_KINDS: Record<string, SandboxFailureCode> = {
  D1011: 'EXPRESSION_LIMIT',
  D1012: 'EXPRESSION_TIMEOUT',
  D2014: 'EXPRESSION_LIMIT',
  D2015: 'EXPRESSION_LIMIT',
  PLACEHOLDER_MISSING: 'PLACEHOLDER_MISSING',
};

/** Converts an error of JSONata, which throws plain objects with a code. */
export function expressionFailure(error: unknown): SandboxAnswer & { kind: 'failure' } {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = String(message ?? 'The expression failed').slice(0, MAX_MESSAGE_LENGTH);
  const kind =
    typeof code === 'string' && code in FAILURE_KINDS
      ? (FAILURE_KINDS[code] as SandboxFailureCode)
      : error instanceof RangeError
        ? 'EXPRESSION_LIMIT'
        : 'EXPRESSION_ERROR';
  return { kind: 'failure', code: kind, message: text };
}
