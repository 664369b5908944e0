import jsonata from 'jsonata';
import type { AddressName, Checked } from '@workflow/workflow-model';
import { classifyExpression, findUnboundedPart, plainPath } from './classify-expression.ts';
import type { ExpressionKind } from './classify-expression.ts';
import { findReferences } from './find-references.ts';
import type { PlaceholderReference } from './find-references.ts';
import { costliestPosition, largestInput } from './expression-cost.ts';
import { readsWholeInput } from './read-scope.ts';
import { calls, type SyntaxNode } from './syntax-node.ts';

/** Maximum length of an expression in characters. Longer programs belong in a `code` component. */
export const MAX_EXPRESSION_LENGTH = 16_384;
/** The time of JSONata's parser grows with the square of the steps of a path. 2,000 steps take 60 ms. */
const MAX_DOTS = 2_000;

export interface ParsedExpression {
  /** The source as written, without the space around it. */
  source: string;
  kind: ExpressionKind;
  /** The names of a plain path (kind `path`), otherwise null. */
  path: string[] | null;
  /** The placeholders that it reads, each path once. */
  references: PlaceholderReference[];
  /** True when it may read any placeholder, also those that `references` does not list. */
  readsAll: boolean;
  /**
   * The largest input, by `inputSize`, over which it may be evaluated on an event loop. It is 0 for the kind `general`
   * and infinite for a plain path.
   */
  maxInputSize: number;
  secretNames: string[];
  /** Components whose addresses it uses. */
  addresses: AddressName[];
  /** True for a call of `$raw()`, whose value is used in a URL without encoding. */
  isRaw: boolean;
}

/** Matches expressions that need no parser: names joined by dots, none of which is a keyword of JSONata. */
const PLAIN_PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const OWN_WORD = /(?:^|\.)(?:and|or|in|true|false|null|function)(?:\.|$)/;

/** Parses a JSONata expression. Returns what it reads and the cost of evaluating it. Never throws. */
export function parseExpression(text: string): Checked<ParsedExpression> {
  const source = text.trim();
  if (source === '') return refused('the expression is empty');
  if (source.length > MAX_EXPRESSION_LENGTH)
    return refused(`the expression must have at most ${MAX_EXPRESSION_LENGTH} characters`);
  if (source.split('.', MAX_DOTS + 2).length > MAX_DOTS + 1)
    return refused(`the expression must have at most ${MAX_DOTS} dots`);
  if (PLAIN_PATH.test(source) && !OWN_WORD.test(source)) return { ok: true, value: asPath(source, source.split('.')) };
  try {
    const ast = jsonata(source).ast() as SyntaxNode;
    const path = plainPath(ast);
    if (path !== null) return { ok: true, value: asPath(source, path) };
    const { references, secretNames, addresses, problems } = findReferences(ast);
    if (problems.length > 0) return { ok: false, problems };
    const kind = classifyExpression(ast, source);
    const readsAll = readsWholeInput(ast);
    const maxInputSize = kind === 'safe' ? largestInput(ast) : 0;
    const isRaw = calls(ast, 'raw');
    const read = { references, readsAll, maxInputSize, secretNames, addresses };
    return { ok: true, value: { source, kind, path: null, ...read, isRaw } };
  } catch (error) {
    return refused(describeSyntaxError(error));
  }
}

/**
 * Returns the character at which the smallest part of a `safe` expression begins that alone is too costly for an event
 * loop with an input of this size. Returns null when no single part is.
 */
export function findCostlyPart(source: string, inputSize: number): number | null {
  return costliestPosition(jsonata(source).ast() as SyntaxNode, inputSize);
}

/** Describes the part of a `general` expression that breaks a rule of bounded cost, and the rule. */
export function describeUnboundedPart(source: string): string | null {
  const found = findUnboundedPart(jsonata(source).ast() as SyntaxNode, source);
  if (found === null) return null;
  const part = found.position === null ? 'the expression' : `the part at character ${found.position}`;
  return `${part} ${found.rule}`;
}

function asPath(source: string, path: string[]): ParsedExpression {
  return {
    source,
    kind: 'path',
    path,
    references: [{ path, guarded: false }],
    readsAll: false,
    maxInputSize: Infinity,
    secretNames: [],
    addresses: [],
    isRaw: false,
  };
}

function refused(problem: string): Checked<never> {
  return { ok: false, problems: [problem] };
}

/**
 * Describes an error of JSONata, which throws plain objects with a message and a position. An expression that is nested
 * too deep exhausts the parser's stack.
 */
function describeSyntaxError(error: unknown): string {
  if (error instanceof RangeError) return 'the expression is nested too deep';
  const { message, position } = error as { message?: unknown; position?: unknown };
  const where = typeof position === 'number' ? ` at character ${position}` : '';
  return `the expression does not parse${where}: ${typeof message === 'string' ? message : 'syntax error'}`;
}
