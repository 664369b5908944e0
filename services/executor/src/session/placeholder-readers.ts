import { namesRead } from '@workflow/component-catalog';
import type { Component } from '@workflow/workflow-model';
import { placeholdersReadBy } from '../expressions/program-reads.ts';

/** The placeholders that a component may read; null: all. It may name more than the component reads, never fewer. */
export type MayRead = ReadonlySet<string> | null;

/**
 * Matches expressions that read more than the names written in them: wildcards and `%` (unless a value precedes them,
 * as in a product), functions that read their context (`$keys()`, `$lookup('name')`), and names with escapes.
 */
const WILDCARD = /(?:^|[^\s\p{L}\p{N}_)\]"'`}]|(?:and|or|in)\s)\s*[*%]/u;
const TAKES_CONTEXT = /\(\s*\)|\$(?:each|eval|lookup|sift)\b|[|\\]/;

/** Found without a parser, since it is asked for all components of a definition together. */
export function mayRead(component: Component): MayRead {
  if (component.type === 'code') return placeholdersReadBy(String(component.config.source ?? ''));
  const { names, expressions } = namesRead(component);
  return expressions.some((expression) => WILDCARD.test(expression) || TAKES_CONTEXT.test(expression)) ? null : names;
}
