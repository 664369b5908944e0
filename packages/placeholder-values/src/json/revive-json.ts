import { requireFewLevels } from '@workflow/workflow-model';

export interface ReviverContext {
  /** The text of a number, string, boolean or null (ECMAScript, JSON.parse source text access). */
  source?: string;
}

/**
 * Parses JSON with a reviver, which V8 calls by recursion. If that exhausts the stack, Node.js 26.10.0 may end the
 * whole process some time later, so this is the one place that calls `JSON.parse` with a reviver.
 *
 * @throws SyntaxError when it is not JSON
 * @throws RangeError when it is nested deeper than 1,000 levels
 */
export function reviveJson(
  text: string,
  revive: (key: string, value: unknown, context?: ReviverContext) => unknown,
): unknown {
  requireFewLevels(text);
  return JSON.parse(text, revive);
}
