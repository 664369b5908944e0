import { findComponentType, namesRead } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import { placeholdersReadBy } from '@workflow/expressions';

/**
 * The placeholders that a component may read, or null for all. It may contain more than the component reads, never
 * fewer.
 */
export type MayRead = ReadonlySet<string> | null;

/**
 * Matches expressions that may read more than the names in their text: wildcards and `%` (unless a value precedes them,
 * as in a product), functions that read their context (`$keys()`, `$lookup('name')`), and names with escapes.
 */
const WILDCARD = /(?:^|[^\s\p{L}\p{N}_)\]"'`}]|(?:and|or|in)\s)\s*[*%]/u;
const TAKES_CONTEXT = /\(\s*\)|\$(?:each|eval|lookup|sift)\b|[|\\]/;

/** Finds the placeholders without a parser, because it runs for all components of a definition together. */
export function mayRead(component: Component): MayRead {
  const { names, expressions } = namesRead(component);
  if (expressions.some((expression) => WILDCARD.test(expression) || TAKES_CONTEXT.test(expression))) return null;
  const programs = findComponentType(component)?.programs(component.config) ?? [];
  if (programs.length === 0) return names;
  const read = programs.map((source) => placeholdersReadBy(source));
  if (expressions.length > 0 || read.includes(null)) return null;
  return new Set(read.flatMap((of) => [...(of ?? [])]));
}
