import type { Json } from '@workflow/workflow-model';
import { StepFailure, AttemptNotBegun } from '@workflow/workflow-model';
import type { SandboxAnswer } from './sandbox-protocol.ts';

/**
 * Returns the value that a program returned, or undefined when it returned none. The size was measured when the answer
 * arrived.
 *
 * @param code of the failure when the result is not JSON, which no program can cause
 * @throws StepFailure, AttemptNotBegun
 */
export function readResult(answer: SandboxAnswer, code: 'CODE_ERROR' | 'EXPRESSION_ERROR'): Json | undefined {
  if (answer.kind === 'not-begun') throw new AttemptNotBegun(answer.why);
  if (answer.kind === 'failure') throw new StepFailure(answer.code, answer.message);
  if (answer.kind === 'done') return answer.value;
  if (answer.json === null) return undefined;
  try {
    return JSON.parse(answer.json) as Json;
  } catch {
    throw new StepFailure(code, 'The result is not JSON');
  }
}
