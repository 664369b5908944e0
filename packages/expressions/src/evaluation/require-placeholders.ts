import type { SyntaxNode } from '../parsing/syntax-node.ts';
import { callsFunction, isNode, rootNames, type OpenNode } from './syntax-tree.ts';

/** The function that wraps every path that must have a value. */
export const REQUIRED_FUNCTION = 'required';

/**
 * Implements `$required` for an input. It returns the value when every name of the path exists, as far as the path
 * leads through objects. It does not check results of filters and lists.
 *
 * @throws an object with the code PLACEHOLDER_MISSING, as JSONata does
 */
export function requireFrom(input: unknown): (namesAsJson: string, value: unknown) => unknown {
  return (namesAsJson, value) => {
    const names = JSON.parse(namesAsJson) as string[];
    if (value === undefined && isMissing(input, names))
      throw { code: 'PLACEHOLDER_MISSING', message: missingMessage(names) };
    return value;
  };
}

export function missingMessage(names: readonly string[]): string {
  return `placeholder ${names.join('.')} has no value`;
}

function isMissing(input: unknown, names: string[]): boolean {
  let value = input;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (!Object.hasOwn(value, name)) return true;
    value = (value as Record<string, unknown>)[name];
  }
  return false;
}

/**
 * Wraps the paths that begin at the root in `$required`, except if `$exists()` or `??` (which is a condition over
 * `$exists`) guards the placeholder. A path in a branch that is not taken is not read, and so not required. Changes the
 * tree.
 * @param optional names of placeholders that may be missing, and so may every field in them
 */
export function requirePlaceholders(root: OpenNode, optional: readonly string[] = []): SyntaxNode {
  const guards: string[][] = optional.map((name) => [name]);
  collectGuards(root, guards);
  return visit(root, false, guards);
}

function collectGuards(value: unknown, guards: string[][]): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return;
  if (isNode(value) && callsFunction(value, 'exists')) {
    const [argument] = value.arguments ?? [];
    const names = argument?.type === 'path' ? rootNames(argument) : null;
    if (names !== null) guards.push(names);
  }
  for (const child of Object.values(value)) collectGuards(child, guards);
}

function visit(node: OpenNode, relative: boolean, guards: string[][]): SyntaxNode {
  if (node.type !== 'path') {
    for (const key of Object.keys(node)) node[key] = visitValue(node[key], relative, guards);
    return node;
  }
  visitSteps(node, relative, guards);
  const names = relative ? null : rootNames(node);
  return names === null || guards.some((guard) => startsAlike(guard, names)) ? node : requiredCall(names, node);
}

/** Visits the steps of a path. Within filters, groups and later steps, names are relative to an item. */
function visitSteps(path: SyntaxNode, relative: boolean, guards: string[][]): void {
  const steps = (path.steps ?? []) as OpenNode[];
  for (const [index, step] of steps.entries()) {
    visitValue([step.stages, step.predicate], true, guards);
    if (step.type === 'name') continue;
    for (const key of Object.keys(step))
      if (key !== 'stages' && key !== 'predicate') step[key] = visitValue(step[key], relative || index > 0, guards);
  }
  visitValue(path.group, true, guards);
}

function visitValue(value: unknown, relative: boolean, guards: string[][]): unknown {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = visitValue(item, relative, guards);
    return value;
  }
  if (isNode(value)) return visit(value, relative, guards);
  if (typeof value === 'object' && value !== null && 'lhs' in value) visitValue(value.lhs, relative, guards);
  return value;
}

/**
 * Returns true if a guard on one path covers the other. A guard on `a.b` covers `a`, which exists if `a.b` does, and
 * `a.b.c`.
 */
function startsAlike(a: string[], b: string[]): boolean {
  return a.slice(0, b.length).every((name, index) => name === b[index]);
}

function requiredCall(names: string[], path: SyntaxNode): SyntaxNode {
  const position = path.position ?? 0;
  return {
    type: 'function',
    value: '(',
    position,
    arguments: [{ type: 'string', value: JSON.stringify(names), position }, path],
    procedure: { type: 'variable', value: REQUIRED_FUNCTION, position },
  };
}
