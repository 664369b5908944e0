import type { ExprNode } from 'jsonata';

/** A node as the parser really makes it; the declared type leaves half of it out. */
export type SyntaxNode = Omit<ExprNode, 'type' | 'lhs' | 'steps' | 'arguments' | 'procedure'> & {
  type: string;
  arguments?: SyntaxNode[];
  procedure?: SyntaxNode;
  steps?: SyntaxNode[];
} & Record<string, unknown>;

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp) && 'type' in value;
}

/** The name of a function that is called by its name, such as `exists` for `$exists(…)`. */
export function calledName(node: SyntaxNode): string | null {
  return node.type === 'function' && node.procedure?.type === 'variable' ? String(node.procedure.value) : null;
}

/** The leading names of a path from the root of the input; null when it does not begin there. */
export function rootNames(path: SyntaxNode): string[] | null {
  const steps = path.steps ?? [];
  const first = steps[0];
  const fromRoot = first?.type === 'variable' && (first.value === '' || first.value === '$') && first.stages === undefined;
  const names: string[] = [];
  for (const step of fromRoot ? steps.slice(1) : steps) {
    if (step.type !== 'name') break;
    names.push(String(step.value));
    if (step.stages !== undefined || step.predicate !== undefined) break;
  }
  return names.length > 0 ? names : null;
}
