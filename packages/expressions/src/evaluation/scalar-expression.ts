import { isTruthy } from '@workflow/workflow-model';
import type { SyntaxNode } from '../parsing/syntax-node.ts';
import { plainPath } from '../parsing/classify-expression.ts';

/** The result if only JSONata can compute the value. */
export const UNDECIDED: unique symbol = Symbol('undecided');

type Input = Readonly<Record<string, unknown>>;
type Scalar = string | number | boolean | null | undefined;
type Evaluate = (input: Input) => Scalar | typeof UNDECIDED;

/** Operators for which JSONata only requires that both sides are numbers. */
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};
const COMPARISON: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/**
 * Compiles the parts of JSONata that most expressions use: comparisons, arithmetic and logic over texts, numbers,
 * booleans and fields of objects. The results equal those of JSONata. Other values at run time (lists, objects, values
 * of the wrong type, missing placeholders) return UNDECIDED.
 *
 * @param optional names that may have no value, and neither may their fields. Every other name must have one
 * @returns null for an expression with other parts
 */
export function compileScalar(node: SyntaxNode, optional: readonly string[]): Evaluate | null {
  if (node.stages !== undefined || node.predicate !== undefined || node.group !== undefined) return null;
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value': {
      const value = node.value as Scalar;
      return () => value;
    }
    case 'path':
      return path(node, optional);
    case 'block': {
      const [only, ...others] = node.expressions ?? [];
      return only === undefined || others.length > 0 ? null : compileScalar(only, optional);
    }
    case 'binary':
      return binary(node, optional);
    case 'function':
      return call(node, optional);
    default:
      return null;
  }
}

function path(node: SyntaxNode, optional: readonly string[]): Evaluate | null {
  const names = plainPath(node);
  if (names === null) return null;
  const [first = '', ...rest] = names;
  const isOptional = optional.includes(first);
  return (input) => {
    let value: unknown = Object.hasOwn(input, first) ? input[first] : undefined;
    for (const name of rest) {
      if (Array.isArray(value)) return UNDECIDED;
      value = isHolder(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    }
    if (typeof value === 'object' && value !== null) return UNDECIDED;
    return value === undefined && !isOptional ? UNDECIDED : (value as Scalar);
  };
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function binary({ value: operator, lhs, rhs }: SyntaxNode, optional: readonly string[]): Evaluate | null {
  const left = compileScalar(lhs as SyntaxNode, optional);
  const right = rhs === undefined ? null : compileScalar(rhs, optional);
  if (left === null || right === null) return null;
  const name = String(operator);
  if (name === 'and' || name === 'or') return logic(left, right, name === 'or');
  const combine = combinationOf(name);
  if (combine === null) return null;
  return (input) => {
    const a = left(input);
    if (a === UNDECIDED) return UNDECIDED;
    const b = right(input);
    return b === UNDECIDED ? UNDECIDED : combine(a, b);
  };
}

type Combine = (a: Scalar, b: Scalar) => Scalar | typeof UNDECIDED;

function combinationOf(operator: string): Combine | null {
  if (operator === '=' || operator === '!=')
    // If one side has no value, both are false.
    return (a, b) => a !== undefined && b !== undefined && (a === b) === (operator === '=');
  const compares = Object.hasOwn(COMPARISON, operator) ? COMPARISON[operator] : undefined;
  if (compares !== undefined) return comparison(compares);
  const computes = Object.hasOwn(ARITHMETIC, operator) ? ARITHMETIC[operator] : undefined;
  return computes === undefined ? null : arithmetic(computes);
}

function comparison(compares: (order: number) => boolean): Combine {
  return (a, b) => {
    const isComparable = isTextOrNumber(a) && isTextOrNumber(b);
    if (isComparable && typeof a === typeof b) return compares(a < b ? -1 : a > b ? 1 : 0);
    const isMissing = (a === undefined && isTextOrNumber(b)) || (b === undefined && isTextOrNumber(a));
    return isMissing || (a === undefined && b === undefined) ? undefined : UNDECIDED;
  };
}

function arithmetic(computes: (a: number, b: number) => number): Combine {
  return (a, b) => {
    if (typeof a !== 'number' || typeof b !== 'number') return UNDECIDED;
    const value = computes(a, b);
    return Number.isFinite(value) ? value : UNDECIDED;
  };
}

function isTextOrNumber(value: Scalar): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function logic(left: Evaluate, right: Evaluate, isOr: boolean): Evaluate {
  return (input) => {
    const a = left(input);
    if (a === UNDECIDED) return UNDECIDED;
    if (Boolean(a) === isOr) return isOr;
    const b = right(input);
    return b === UNDECIDED ? UNDECIDED : Boolean(b);
  };
}

function call(node: SyntaxNode, optional: readonly string[]): Evaluate | null {
  const name = node.procedure?.type === 'variable' ? String(node.procedure.value) : '';
  const given = (node.arguments ?? []).map((argument) => compileScalar(argument, optional));
  const [first = null, second = null] = given;
  if (first === null || given.includes(null)) return null;
  if (name === 'not' && given.length === 1)
    return (input) => {
      const value = first(input);
      return value === UNDECIDED || value === undefined ? UNDECIDED : !isTruthy(value);
    };
  if (name === 'contains' && given.length === 2 && second !== null)
    return (input) => {
      const [text, sought] = [first(input), second(input)];
      return typeof text === 'string' && typeof sought === 'string' ? text.includes(sought) : UNDECIDED;
    };
  return null;
}
