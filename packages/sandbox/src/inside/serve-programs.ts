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
      return sandboxFailure('SANDBOX_FAILED', 'This process runs no data jobs');
    } catch (error) {
      // QuickJS failed with a WebAssembly trap, or the stack of this process overflowed, as with a deeply nested
      // result.
      const code = request.kind === 'code' ? 'CODE_ERROR' : 'EXPRESSION_LIMIT';
      const message = error instanceof RangeError ? 'The value is nested too deeply' : 'The program broke its sandbox';
      return { ...sandboxFailure(code, message), isBroken: true };
    }
  };
  lockDown();
  process.on('message', (request) => {
    void answer(request as SandboxRequest).then((answered) => process.send?.(answered));
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
