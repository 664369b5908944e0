import type { SyntaxNode } from '../parsing/syntax-node.ts';

/** A node whose fields are visited and replaced whatever their names. */
export type OpenNode = SyntaxNode & Record<string, unknown>;

/**
 * Returns true when a node calls `$name`. The sandbox process loads this file without any other package of this
 * repository.
 */
export function callsFunction(node: SyntaxNode, name: string): boolean {
  return node.type === 'function' && node.procedure?.type === 'variable' && node.procedure.value === name;
}

export function isNode(value: unknown): value is OpenNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RegExp) &&
    'type' in value
  );
}

/** Returns the leading names of a path from the root of the input. Returns null when the path does not begin there. */
export function rootNames(path: SyntaxNode): string[] | null {
  const steps = path.steps ?? [];
  const first = steps[0];
  const fromRoot =
    first?.type === 'variable' && (first.value === '' || first.value === '$') && first.stages === undefined;
  const names: string[] = [];
  for (const step of fromRoot ? steps.slice(1) : steps) {
    if (step.type !== 'name') break;
    names.push(String(step.value));
    if (step.stages !== undefined || step.predicate !== undefined) break;
  }
  return names.length > 0 ? names : null;
}
