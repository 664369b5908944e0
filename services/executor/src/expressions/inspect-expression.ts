import { REQUIRED_FUNCTION } from './guard-branches.ts';
import type { SyntaxNode as Node } from './syntax-tree.ts';
import { calledName, rootNames } from './syntax-tree.ts';

/** What an expression's syntax tree tells before it is evaluated. */
export interface ExpressionFacts {
  /** `path`: names joined by dots and nothing else. `safe`: its cost grows with its input and no faster. */
  kind: 'path' | 'safe' | 'general';
  /**
   * Placeholder paths read from the root, each once. Those in branches of conditions, and those
   * that `$exists()` or `??` guards, are left out.
   */
  requiredPaths: string[][];
  /** Names given to `$secret`. */
  secretNames: string[];
}

/** Functions whose result is no larger than their arguments together, and whose time grows no faster. */
const SAFE_FUNCTIONS = new Set([
  'abs', 'append', 'average', 'base64decode', 'base64encode', 'boolean', 'ceil', 'contains', 'count', 'exists', 'floor', 'keys', 'length',
  'lookup', 'lowercase', 'max', 'merge', 'millis', 'min', 'not', 'now', 'number', 'power', 'random', REQUIRED_FUNCTION, 'round', 'secret', 'split', 'sqrt',
  'string', 'substring', 'substringAfter', 'substringBefore', 'sum', 'trim', 'type', 'uppercase', 'encodeUrlComponent',
]);
const SAFE_OPERATORS = new Set(['+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', 'and', 'or', '&', 'in']);
const LITERALS = new Set(['string', 'number', 'value']);

/** @throws SyntaxError when `$secret` is given anything but a literal name: which secrets are used must be known before. */
export function inspectExpression(root: Node): ExpressionFacts {
  const secretNames = new Set<string>();
  const required = new Map<string, string[]>();
  const guarded = new Set<string>();
  collectReferences(root, false, { secretNames, required, guarded });
  for (const path of guarded) required.delete(path);
  const kind = isPlainPath(root) ? 'path' : isSafe(root, false) ? 'safe' : 'general';
  return { kind, requiredPaths: [...required.values()], secretNames: [...secretNames] };
}

/** The names of a plain path; call it for kind `path` only. */
export function pathNames(path: Node): string[] {
  return (path.steps ?? []).map((step) => String(step.value));
}

function isPlainPath(node: Node): boolean {
  return node.type === 'path' && node.group === undefined && node.keepSingletonArray === undefined
    && stepsOf(node).every((step) => step.type === 'name' && step.stages === undefined && step.predicate === undefined && step.tuple === undefined);
}

function stepsOf(node: Node): Node[] {
  return node.steps ?? [];
}

/**
 * `relative`: within a path step or a filter, where names are relative to an item. There the root must not be named, or
 * the cost would be the product of two inputs.
 */
function isSafe(node: Node, relative: boolean): boolean {
  if (LITERALS.has(node.type)) return true;
  const all = (nodes: unknown) => ((nodes ?? []) as Node[]).every((child) => isSafe(child, relative));
  switch (node.type) {
    case 'path':
      return node.group === undefined && stepsOf(node).every((step, index) => isSafeStep(step, index, relative));
    case 'variable':
      return node.value === '' || (node.value === '$' && !relative);
    case 'binary':
      return SAFE_OPERATORS.has(String(node.value)) && all([node.lhs, node.rhs]);
    case 'condition':
      return all([node.condition, node.then]) && (node.else === undefined || isSafe(node.else as Node, relative));
    case 'function':
      return SAFE_FUNCTIONS.has(calledName(node) ?? '') && all(node.arguments);
    case 'block':
      return all(node.expressions) && ((node.expressions ?? []) as Node[]).length <= 1;
    case 'unary':
      if (node.value === '[') return all(node.expressions);
      if (node.value === '{') return ((node.lhs ?? []) as unknown as Node[][]).every(all);
      return node.value === '-' && isSafe(node.expression as Node, relative);
    default:
      return false;
  }
}

function isSafeStep(step: Node, index: number, relative: boolean): boolean {
  if (step.tuple !== undefined || step.index !== undefined || step.focus !== undefined) return false;
  const filters = [...((step.stages ?? []) as Node[]), ...((step.predicate ?? []) as Node[])];
  if (!filters.every((filter) => filter.type === 'filter' && isSafe(filter.expr as Node, true))) return false;
  return step.type === 'name' || isSafe(step, relative || index > 0);
}

interface Collected {
  secretNames: Set<string>;
  required: Map<string, string[]>;
  guarded: Set<string>;
}

/** Walks the whole tree, whatever its nodes; paths count while names are relative to the root. */
function collectReferences(node: unknown, relative: boolean, into: Collected): void {
  if (Array.isArray(node)) {
    for (const child of node) collectReferences(child, relative, into);
    return;
  }
  if (typeof node !== 'object' || node === null || node instanceof RegExp) return;
  if ((node as Node).type === 'path') {
    collectFromPath(node as Node, relative, into);
    return;
  }
  if (calledName(node as Node) === REQUIRED_FUNCTION) return;
  if (calledName(node as Node) !== null) collectFromCall(node as Node, relative, into);
  for (const child of Object.values(node)) collectReferences(child, relative, into);
}

function collectFromPath(path: Node, relative: boolean, into: Collected): void {
  const names = relative ? null : rootNames(path);
  if (names !== null) into.required.set(names.join('.'), names);
  stepsOf(path).forEach((step, index) => {
    collectReferences([step.stages, step.predicate], true, into);
    if (step.type !== 'name') collectReferences(step, relative || index > 0, into);
  });
  collectReferences(path.group, true, into);
}

function collectFromCall(call: Node, relative: boolean, into: Collected): void {
  const argument = call.arguments?.[0];
  const name = calledName(call);
  if (name === 'exists' && !relative && argument?.type === 'path') {
    const names = rootNames(argument);
    if (names !== null) into.guarded.add(names.join('.'));
  }
  if (name === 'secret') {
    if (argument?.type !== 'string') throw new SyntaxError('$secret takes the name of a secret as a literal string');
    into.secretNames.add(String(argument.value));
  }
}
