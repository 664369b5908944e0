import type { JsonObject, OpenedOperation, StepResult } from '@workflow/component-kit/run';
import type { CallContext } from './context.ts';
import { callHttp } from './http/call-http.ts';

/** Calls an operation of an app with these arguments. @throws StepFailure */
export async function callOperation(
  context: CallContext,
  operation: OpenedOperation,
  given: JsonObject,
): Promise<StepResult & { kind: 'succeeded' }> {
  if (operation.plan.kind === 'http') return callHttp(context, operation, given);
  // Most executors never call a tool, so the library is loaded only here.
  const { callTool } = await import('./mcp/call-tool.ts');
  return callTool(context, operation, given);
}
