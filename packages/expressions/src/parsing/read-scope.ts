import type { SyntaxNode } from './syntax-node.ts';
import { calls, pairs } from './syntax-node.ts';

/** Functions that read nothing when called without arguments. All others then read their context. */
const WITHOUT_CONTEXT: ReadonlySet<unknown> = new Set(['millis', 'now', 'random']);
/** Functions of two arguments that use their context as the first when it is left out. */
const CONTEXT_FIRST = ['each', 'lookup', 'sift'];

/**
 * Returns true when an expression may read more of its input than the placeholders that it names: `$`, `$$`, wildcards,
 * `$eval`, or a function that takes its context. Returns true when in doubt.
 */
export function readsWholeInput(ast: SyntaxNode): boolean {
  return visit(ast, false);
}

/** With `relative`, `$` and names belong to an item. */
function visit(node: SyntaxNode | undefined, relative: boolean): boolean {
  if (node === undefined) return false;
  switch (node.type) {
    case 'variable':
      if (node.value === '$' || (node.value === '' && !relative)) return true;
      break;
    case 'wildcard':
    case 'descendant':
      if (!relative) return true;
      break;
    // `%` reads the parent, and `@` and `#` bind names to items, so both read outside their position.
    case 'parent':
    case 'transform':
    case 'partial':
      return true;
    case 'function':
      if (readsContext(node)) return true;
      break;
    case 'path':
      return visitPath(node, relative);
    default:
  }
  return visitStages(node) || children(node).some((child) => visit(child, relative));
}

function readsContext(node: SyntaxNode): boolean {
  const given = node.arguments?.length ?? 0;
  if (calls(node, 'eval')) return true;
  if (given === 0) return node.procedure?.type !== 'variable' || !WITHOUT_CONTEXT.has(node.procedure.value);
  return given === 1 && CONTEXT_FIRST.some((name) => calls(node, name));
}

function visitPath(path: SyntaxNode, relative: boolean): boolean {
  return (
    visitStages(path) ||
    (path.steps ?? []).some(
      // Visits the filters of the step too, each part once. Visiting filters within filters twice would double the time
      // of each level.
      (step, index) => step.focus !== undefined || step.index !== undefined || visit(step, relative || index > 0),
    )
  );
}

function visitStages(node: SyntaxNode): boolean {
  return (
    [...(node.stages ?? []), ...(node.predicate ?? [])].some((stage) => visit(stage.expr, true)) ||
    pairs(node.group?.lhs).some((part) => visit(part, true))
  );
}

function children(node: SyntaxNode): (SyntaxNode | undefined)[] {
  const left = Array.isArray(node.lhs) ? pairs(node.lhs) : [node.lhs];
  return [
    ...left,
    node.rhs,
    node.expression,
    node.condition,
    node.then,
    node.else,
    node.procedure,
    node.body,
    ...(node.expressions ?? []),
    ...(node.arguments ?? []),
    ...(node.terms ?? []).map((term) => term.expression),
  ];
}
