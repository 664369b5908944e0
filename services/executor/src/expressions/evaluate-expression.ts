import jsonata from 'jsonata';
import type { SandboxAnswer, SandboxRequest } from '../sandbox/sandbox-protocol.ts';
import { sandboxFailure } from '../sandbox/sandbox-protocol.ts';
import { linearRegexEngine } from './linear-regex.ts';

/** Nested evaluations at most: far above any honest expression, below what exhausts the stack. */
export const MAX_EXPRESSION_DEPTH = 500;
/** Elements that one sequence may have. */
export const MAX_SEQUENCE_LENGTH = 1_000_000;
const MAX_MESSAGE_LENGTH = 500;

/** JSONata with every guard on. @throws JsonataError when the expression does not parse. */
export function compileExpression(expression: string, timeoutMs: number): jsonata.Expression {
  return jsonata(expression, { RegexEngine: linearRegexEngine, timeout: timeoutMs, stack: MAX_EXPRESSION_DEPTH, sequence: MAX_SEQUENCE_LENGTH });
}

/** Evaluates an expression in a sandbox process; see `SandboxRequest`. */
export async function evaluateExpression(request: Extract<SandboxRequest, { kind: 'expression' }>): Promise<SandboxAnswer> {
  const { expression, input, secrets, limits } = request;
  try {
    const compiled = compileExpression(expression, limits.timeoutMs);
    const value: unknown = await compiled.evaluate(JSON.parse(input), { secret: (name: string) => secrets[name] });
    const json = JSON.stringify(value) as string | undefined;
    if (json !== undefined && json.length > limits.maxResultBytes) {
      return sandboxFailure('OUTPUT_TOO_LARGE', `the expression gave more than ${limits.maxResultBytes} bytes`);
    }
    return { kind: 'value', json: json ?? null };
  } catch (error) {
    return expressionFailure(error);
  }
}

/** JSONata throws plain objects with a code: D1011 too deep, D1012 too long, D2014 and D2015 too many elements. */
export function expressionFailure(error: unknown): SandboxAnswer & { kind: 'failure' } {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = String(message ?? 'the expression failed').slice(0, MAX_MESSAGE_LENGTH);
  const kind = code === 'D1012' ? 'EXPRESSION_TIMEOUT' : code === 'D1011' || code === 'D2014' || code === 'D2015' || error instanceof RangeError ? 'EXPRESSION_LIMIT' : 'EXPRESSION_ERROR';
  return { kind: 'failure', code: kind, message: text };
}
