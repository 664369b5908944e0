// Runs in a process of its own, with an empty environment, without the right to write files or start processes, and
// with a small heap. The parent kills it when it does not answer in time. One request at a time.
import { evaluateExpression } from '../evaluation/evaluate-expression.ts';
import { lockDown } from './lock-down.ts';
import { loadCodeRunner } from './run-code.ts';
import type { SandboxAnswer, SandboxRequest } from '../sandbox/sandbox-protocol.ts';
import { sandboxFailure } from '../sandbox/sandbox-protocol.ts';

const runCode = await loadCodeRunner();

async function answer(request: SandboxRequest): Promise<SandboxAnswer> {
  try {
    if (request.kind === 'code') return runCode(request);
    if (request.kind === 'expression') return await evaluateExpression(request);
    return sandboxFailure('SANDBOX_FAILED', 'this process serves no works');
  } catch (error) {
    // A trap in QuickJS, or a stack overflow on this side of it, as a deeply nested result causes.
    const code = request.kind === 'code' ? 'CODE_ERROR' : 'EXPRESSION_LIMIT';
    const message = error instanceof RangeError ? 'the value is nested too deeply' : 'the program broke its sandbox';
    return { ...sandboxFailure(code, message), spoilt: true };
  }
}

lockDown();
process.on('message', (request) => {
  void answer(request as SandboxRequest).then((answered) => process.send?.(answered));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
