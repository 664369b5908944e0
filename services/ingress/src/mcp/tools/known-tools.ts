import type { ToolView } from '@workflow/session-store';
import { knowsWorkflow, workflowsOf, type Caller } from '../../http/caller.ts';
import { organizationOf } from '../../http/organization-of.ts';
import type { McpExchange } from './tool.ts';

/** Returns the limit for lists of tools if the caller is restricted to some workflows. */
export function boundTo(caller: Caller): { workflowIds?: readonly string[] } {
  const workflowIds = workflowsOf(caller);
  return workflowIds === null ? {} : { workflowIds };
}

/** The names of tools, as definitions allow them (`MCP_NAME`). */
const NAME = /^[a-z0-9_-]{1,64}$/;

/** Returns null if no workflow that the caller may see is a tool with this name. */
export async function knownTool(
  { context, caller }: Pick<McpExchange, 'context' | 'caller'>,
  name: string,
): Promise<ToolView | null> {
  // Other names cannot be stored, or are not worth a query.
  if (!NAME.test(name)) return null;
  const view = await organizationOf(context, caller).findTool(name);
  return view !== null && knowsWorkflow(caller, view.workflowId) ? view : null;
}
