import type { Expression } from '@workflow/component-kit';
import type { CallApproval, CallEffect, Json, RecordedPart, StepContext } from '@workflow/component-kit/run';
import type { Tool } from './begin.ts';
import type { ToolCall } from './conversation.ts';
import type { ResultReader } from './large-results.ts';

/** The conditions and the people of an approval of calls. */
export interface ApprovalRule {
  when?: Expression | undefined;
  approvers?: string[] | undefined;
  timeoutSeconds: number;
}

export interface CallsOf {
  context: StepContext;
  tools: readonly Tool[];
  /** The rules by the number of the tool in the config. */
  approvals: readonly (ApprovalRule | null)[];
  workflowName: string;
  /** Reads results of earlier calls. */
  results: ResultReader;
  /** Receives calls that ended, in the form in which they are committed. */
  onEnded: (parts: readonly RecordedPart[]) => void;
  /** Called if calls were ended because the agent timed out. */
  onTimeUp: () => void;
  /** The time limits of calls of operations: of one call, and of those that begin now together. */
  limits: { callMs: number; leftMs: number };
}

/** The result of a call, before it is committed. A failed call may have an output as well, such as an HTTP answer. */
export type CallEnd = { output: Json } | { error: { code: string; message: string }; output?: Json };

/**
 * Returns a call in the form in which it is recorded.
 * @param ended null if it is still running
 */
export function recordOf(
  call: ToolCall,
  nowMs: number,
  ended: { end: CallEnd; approval?: CallApproval } | null,
  effect?: CallEffect,
): RecordedPart {
  const at = new Date(nowMs);
  const end = ended?.end ?? null;
  const approval = ended?.approval ?? call.approval;
  const failed = end !== null && 'error' in end ? end.error : null;
  return {
    number: call.number,
    part: {
      kind: 'tool',
      turn: call.turn,
      tool: call.tool,
      ...(approval !== null && { approval }),
      ...(effect !== undefined && { effect }),
    },
    attempt: 1,
    status: end === null ? 'RUNNING' : failed === null ? 'SUCCEEDED' : 'FAILED',
    input: call.arguments,
    output: end?.output ?? null,
    error: failed === null ? null : { ...failed, componentId: null },
    startedAt: call.startedAt ?? at,
    finishedAt: end === null ? null : at,
  };
}
