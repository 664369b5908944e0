import { calledName, isNode, rootNames } from './syntax-tree.ts';
import type { SyntaxNode } from './syntax-tree.ts';

/** The function that stands around a path of which it is not known beforehand whether it is read. */
export const REQUIRED_FUNCTION = 'required';

/** Thrown by `$required`; the code is one of the session errors. */
export interface MissingPlaceholder {
  code: 'PLACEHOLDER_MISSING';
  message: string;
}

/** What `$required` does: gives the value on, or says that the placeholder has none. */
export function required(name: string, value: unknown): unknown {
  if (value === undefined) throw { code: 'PLACEHOLDER_MISSING', message: `placeholder ${name} has no value` } satisfies MissingPlaceholder;
  return value;
}

/**
 * Puts `$required` around the paths from the root in branches of conditions (of which `a ?? b` is one): such a
 * placeholder must have a value only when its branch is taken. Changes the tree.
 */
export function guardBranches(root: SyntaxNode): void {
  visitChildren(root, false, false);
}

function visit(node: SyntaxNode, relative: boolean, inBranch: boolean): SyntaxNode {
  visitChildren(node, relative, inBranch);
  const names = inBranch && !relative && node.type === 'path' ? rootNames(node) : null;
  return names === null ? node : requiredCall(names.join('.'), node);
}

function visitChildren(node: SyntaxNode, relative: boolean, inBranch: boolean): void {
  if (node.type === 'path') {
    visitSteps(node, relative, inBranch);
    return;
  }
  for (const key of Object.keys(node)) {
    // What `$exists` is asked about may be missing.
    if (key === 'arguments' && calledName(node) === 'exists') continue;
    const branches = node.type === 'condition' && (key === 'then' || key === 'else');
    node[key] = visitValue(node[key], relative, inBranch || branches);
  }
}

/** Within filters, groups and later steps, names are relative to an item. */
function visitSteps(path: SyntaxNode, relative: boolean, inBranch: boolean): void {
  for (const [index, step] of (path.steps ?? []).entries()) {
    visitValue([step.stages, step.predicate], true, inBranch);
    if (step.type !== 'name') visitChildren(step, relative || index > 0, inBranch);
  }
  visitValue(path.group, true, inBranch);
}

function visitValue(value: unknown, relative: boolean, inBranch: boolean): unknown {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      value[index] = visitValue(item, relative, inBranch);
    });
    return value;
  }
  if (isNode(value)) return visit(value, relative, inBranch);
  if (typeof value === 'object' && value !== null && 'lhs' in value) visitValue(value.lhs, relative, inBranch);
  return value;
}

function requiredCall(name: string, path: SyntaxNode): SyntaxNode {
  const { position } = path;
  const node = { type: 'function', value: '(', position, arguments: [{ type: 'string', value: name, position }, path], procedure: { type: 'variable', value: REQUIRED_FUNCTION, position } };
  return node as unknown as SyntaxNode;
}
