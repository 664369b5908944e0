import { BOUNDED_FUNCTIONS, EXPANDING_FUNCTIONS } from './jsonata-functions.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { pairs } from './syntax-node.ts';

/**
 * `path` consists only of names joined by dots and needs no JSONata. `safe` is bounded in time and memory by a small
 * multiple of its input and may be evaluated in the process. `general` is everything else and needs a sandbox.
 */
export type ExpressionKind = 'path' | 'safe' | 'general';

/** The cost is the product of the input and the expression, so a safe expression is short. */
const MAX_SAFE_LENGTH = 500;
/**
 * Maximum number of steps such as `items.(price * quantity)`. Each can multiply the number of items by the size of its
 * expression.
 */
const MAX_MAPPING_STEPS = 1;
/** Maximum number of nested conversions to text. Each can multiply the length, because escapes are escaped again. */
const MAX_EXPANDING_LEVELS = 2;
/** Maximum number of nested filters. Each level multiplies the items, and doubles the time to compute the cost. */
const MAX_FILTER_LEVELS = 3;

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
  return findUnboundedPart(ast, source) === null ? 'safe' : 'general';
}

/** The part that makes an expression `general`. */
export interface UnboundedPart {
  /** The character of the expression at which JSONata places the part; null for the whole expression. */
  position: number | null;
  /** Describes the part and the rule that it breaks. */
  rule: string;
}

/** Returns the first part of an expression whose cost is not bounded by its input, or null. */
export function findUnboundedPart(ast: SyntaxNode, source: string): UnboundedPart | null {
  if (source.length > MAX_SAFE_LENGTH)
    return { position: null, rule: `has ${source.length} characters, and at most ${MAX_SAFE_LENGTH} are allowed` };
  return unbounded(ast, { relative: false, expanding: 0, filters: 0 }, { mappingSteps: MAX_MAPPING_STEPS });
}

/** Returns the names of a path that consists only of names. Returns null for every other expression. */
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

/**
 * With `relative`, names are those of an item. The root must not be named then, because that would be the product of
 * two inputs.
 */
interface Place {
  relative: boolean;
  expanding: number;
  filters: number;
}

type Found = UnboundedPart | null;

const TOO_MANY_LEVELS = `makes text of text of text, and at most ${MAX_EXPANDING_LEVELS} levels are allowed`;
const TOO_MANY_FILTERS = `has filters within filters, and at most ${MAX_FILTER_LEVELS} levels are allowed`;
const TOO_MANY_STEPS = `is evaluated for each item, and at most ${MAX_MAPPING_STEPS} such step is allowed`;

const breaks = (node: SyntaxNode, rule: string): UnboundedPart => ({ position: node.position ?? null, rule });

function firstOf<Item>(items: readonly Item[], find: (item: Item, index: number) => Found): Found {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== null) return found;
  }
  return null;
}

function unbounded(node: SyntaxNode | undefined, place: Place, budget: Budget): Found {
  if (node === undefined) return null;
  const any = (nodes: (SyntaxNode | undefined)[]) => firstOf(nodes, (child) => unbounded(child, place, budget));
  if (node.group !== undefined) return breaks(node, 'groups items, which is not allowed');
  const inFilters = unboundedFilter(node, place, budget);
  if (inFilters !== null) return inFilters;
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return null;
    case 'variable':
      if (node.value === '' || (node.value === '$' && !place.relative)) return null;
      return breaks(node, `reads $${String(node.value)}, and only $ and, outside of items, $$ are allowed`);
    case 'path':
      return firstOf(node.steps ?? [], (step, index) => unboundedStep(step, index, place, budget));
    case 'block':
      if ((node.expressions ?? []).length !== 1) return breaks(node, 'has several expressions in parentheses');
      return any(node.expressions ?? []);
    case 'condition':
      return any([node.condition, node.then, node.else]);
    case 'binary':
      if (!BOUNDED_OPERATORS.has(node.value))
        return breaks(node, `uses the operator ${String(node.value)}, whose cost is not bounded`);
      return node.value === '&' ? unboundedJoin(node, place, budget) : any([node.lhs as SyntaxNode, node.rhs]);
    case 'unary':
      return any(node.value === '{' ? pairs(node.lhs) : [node.expression, ...(node.expressions ?? [])]);
    case 'function':
      return unboundedCall(node, place, budget);
    default:
      return breaks(node, `is of a form whose cost is not bounded (${node.type})`);
  }
}

function unboundedFilter(node: SyntaxNode, place: Place, budget: Budget): Found {
  if (node.focus !== undefined || node.index !== undefined || node.tuple !== undefined)
    return breaks(node, 'binds a variable, which is not allowed');
  const within = { relative: true, expanding: MAX_EXPANDING_LEVELS, filters: place.filters + 1 };
  return firstOf([...(node.stages ?? []), ...(node.predicate ?? [])], (stage) => {
    if (stage.type !== 'filter') return breaks(node, `is of a form whose cost is not bounded (${stage.type})`);
    if (within.filters > MAX_FILTER_LEVELS) return breaks(node, TOO_MANY_FILTERS);
    return unbounded(stage.expr, within, budget);
  });
}

function unboundedStep(step: SyntaxNode, index: number, place: Place, budget: Budget): Found {
  if (step.type === 'name') return unboundedFilter(step, place, budget);
  if (index === 0) return unbounded(step, place, budget);
  budget.mappingSteps -= 1;
  if (budget.mappingSteps < 0) return breaks(step, TOO_MANY_STEPS);
  return unbounded(step, { ...place, relative: true }, budget);
}

/** A chain `a & b & c` produces one text, so it is one level. */
function unboundedJoin(node: SyntaxNode, place: Place, budget: Budget): Found {
  const operands: (SyntaxNode | undefined)[] = [];
  let left: SyntaxNode | undefined = node;
  while (left?.type === 'binary' && left.value === '&' && hasNoFilters(left)) {
    operands.push(left.rhs);
    left = left.lhs as SyntaxNode;
  }
  const within = { ...place, expanding: place.expanding + 1 };
  if (within.expanding > MAX_EXPANDING_LEVELS) return breaks(node, TOO_MANY_LEVELS);
  return firstOf([left, ...operands], (operand) => unbounded(operand, within, budget));
}

function hasNoFilters(node: SyntaxNode): boolean {
  return node.stages === undefined && node.predicate === undefined && node.group === undefined;
}

function unboundedCall(node: SyntaxNode, place: Place, budget: Budget): Found {
  const name = node.procedure?.type === 'variable' ? String(node.procedure.value) : '';
  const expands = EXPANDING_FUNCTIONS.has(name);
  if (!expands && !BOUNDED_FUNCTIONS.has(name)) {
    const called = name === '' ? 'calls something that is not the name of a function' : `calls $${name}`;
    return breaks(node, `${called}, whose cost is not bounded`);
  }
  const within = expands ? { ...place, expanding: place.expanding + 1 } : place;
  if (within.expanding > MAX_EXPANDING_LEVELS) return breaks(node, TOO_MANY_LEVELS);
  return firstOf(node.arguments ?? [], (argument) => unbounded(argument, within, budget));
}
