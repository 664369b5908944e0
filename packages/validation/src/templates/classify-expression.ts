import { BOUNDED_FUNCTIONS, EXPANDING_FUNCTIONS } from './jsonata-functions.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { pairs } from './syntax-node.ts';

/**
 * `path`: names joined by dots and nothing else; needs no JSONata. `safe`: time and memory are bounded by a small
 * multiple of its input; may be evaluated in the process. `general`: anything else; needs a sandbox.
 */
export type ExpressionKind = 'path' | 'safe' | 'general';

/** Cost is the product of the input and the expression, so a safe expression is short. */
const MAX_SAFE_LENGTH = 500;
/** `items.(price * quantity)`: each such step can multiply the number of items by the size of its expression. */
const MAX_MAPPING_STEPS = 1;
/** Text within text within text: each level can multiply the length, as escapes are escaped again. */
const MAX_EXPANDING_LEVELS = 2;

const BOUNDED_OPERATORS: ReadonlySet<unknown> = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  '&',
  'in',
]);

export function classifyExpression(ast: SyntaxNode, source: string): ExpressionKind {
  if (plainPath(ast) !== null) return 'path';
  if (source.length > MAX_SAFE_LENGTH) return 'general';
  const budget: Budget = { mappingSteps: MAX_MAPPING_STEPS };
  return isSafe(ast, { relative: false, expanding: 0 }, budget) && budget.mappingSteps >= 0 ? 'safe' : 'general';
}

/** The names of a path that consists only of names; null for every other expression. */
export function plainPath(ast: SyntaxNode): string[] | null {
  if (ast.type !== 'path' || ast.group !== undefined || ast.keepSingletonArray === true) return null;
  const steps = ast.steps ?? [];
  return steps.every((step) => step.type === 'name' && isBare(step)) ? steps.map((step) => String(step.value)) : null;
}

function isBare(step: SyntaxNode): boolean {
  return (
    step.stages === undefined &&
    step.predicate === undefined &&
    step.tuple === undefined &&
    step.focus === undefined &&
    step.index === undefined
  );
}

interface Budget {
  mappingSteps: number;
}

/** `relative`: names are those of an item, so the root must not be named: that would be the product of two inputs. */
interface Place {
  relative: boolean;
  expanding: number;
}

function isSafe(node: SyntaxNode | undefined, place: Place, budget: Budget): boolean {
  if (node === undefined) return true;
  const all = (nodes: (SyntaxNode | undefined)[]) => nodes.every((child) => isSafe(child, place, budget));
  if (node.group !== undefined || !hasSafeFilters(node, budget)) return false;
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return true;
    case 'variable':
      return node.value === '' || (node.value === '$' && !place.relative);
    case 'path':
      return (node.steps ?? []).every((step, index) => isSafeStep(step, index, place, budget));
    case 'block':
      return (node.expressions ?? []).length === 1 && all(node.expressions ?? []);
    case 'condition':
      return all([node.condition, node.then, node.else]);
    case 'binary':
      return (
        BOUNDED_OPERATORS.has(node.value) &&
        (node.value === '&' ? isSafeJoin(node, place, budget) : all([node.lhs as SyntaxNode, node.rhs]))
      );
    case 'unary':
      return all(node.value === '{' ? pairs(node.lhs) : [node.expression, ...(node.expressions ?? [])]);
    case 'function':
      return isSafeCall(node, place, budget);
    default:
      return false;
  }
}

function hasSafeFilters(node: SyntaxNode, budget: Budget): boolean {
  if (node.focus !== undefined || node.index !== undefined || node.tuple !== undefined) return false;
  return [...(node.stages ?? []), ...(node.predicate ?? [])].every(
    (stage) =>
      stage.type === 'filter' && isSafe(stage.expr, { relative: true, expanding: MAX_EXPANDING_LEVELS }, budget),
  );
}

function isSafeStep(step: SyntaxNode, index: number, place: Place, budget: Budget): boolean {
  if (step.type === 'name') return hasSafeFilters(step, budget);
  if (index === 0) return isSafe(step, place, budget);
  budget.mappingSteps -= 1;
  return isSafe(step, { ...place, relative: true }, budget);
}

/** A chain `a & b & c` produces one text, so it is one level. */
function isSafeJoin(node: SyntaxNode, place: Place, budget: Budget): boolean {
  const operands: (SyntaxNode | undefined)[] = [];
  let left: SyntaxNode | undefined = node;
  while (left?.type === 'binary' && left.value === '&' && hasNoFilters(left)) {
    operands.push(left.rhs);
    left = left.lhs as SyntaxNode;
  }
  const within = { ...place, expanding: place.expanding + 1 };
  return (
    within.expanding <= MAX_EXPANDING_LEVELS && [left, ...operands].every((operand) => isSafe(operand, within, budget))
  );
}

function hasNoFilters(node: SyntaxNode): boolean {
  return node.stages === undefined && node.predicate === undefined && node.group === undefined;
}

function isSafeCall(node: SyntaxNode, place: Place, budget: Budget): boolean {
  const name = node.procedure?.type === 'variable' ? String(node.procedure.value) : '';
  const expands = EXPANDING_FUNCTIONS.has(name);
  if (!expands && !BOUNDED_FUNCTIONS.has(name)) return false;
  const within = expands ? { ...place, expanding: place.expanding + 1 } : place;
  return (
    within.expanding <= MAX_EXPANDING_LEVELS &&
    (node.arguments ?? []).every((argument) => isSafe(argument, within, budget))
  );
}
