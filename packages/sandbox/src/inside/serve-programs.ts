import { sandboxFailure, type SandboxAnswer, type SandboxRequest } from '../pool/sandbox-protocol.ts';
import { lockDown } from './lock-down.ts';
import { loadCodeRunner } from './run-code.ts';

type ExpressionRequest = Extract<SandboxRequest, { kind: 'expression' }>;

/**
 * Makes this process run code and expressions, one request at a time. The parent starts it with an empty environment,
 * with a small heap, and without the right to write files or start processes. It kills a process that does not answer
 * in time.
 */
export async function servePrograms(
  evaluateExpression: (request: ExpressionRequest) => Promise<SandboxAnswer>,
): Promise<void> {
  const runCode = await loadCodeRunner();
  const answer = async (request: SandboxRequest): Promise<SandboxAnswer> => {
    try {
      if (request.kind === 'code') return runCode(request);
      if (request.kind === 'expression') return await evaluateExpression(request);
      return sandboxFailure('SANDBOX_FAILED', 'this process runs no data jobs');
    } catch (error) {
      // QuickJS trapped, or the stack of this process overflowed, as a deeply nested result causes.
      const code = request.kind === 'code' ? 'CODE_ERROR' : 'EXPRESSION_LIMIT';
      const message = error instanceof RangeError ? 'the value is nested too deeply' : 'the program broke its sandbox';
      return { ...sandboxFailure(code, message), spoilt: true };
    }
  };
  lockDown();
  process.on('message', (request) => {
    void answer(request as SandboxRequest).then((answered) => process.send?.(answered));
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
