import { isJsonObject, type Component, type JsonObject } from '@workflow/workflow-model';

/** A tool of an agent, as its card shows it. */
export interface AgentTool {
  /** The name that the author chose, or the operation of an app; null for the name of the workflow. */
  name: string | null;
  workflowId: string | null;
  needsApproval: boolean;
}

/** The height of a row, and of the space below the last one, in pixels at zoom 1. */
const ROW_PX = 18;
const BELOW_PX = 6;
const MAX_ROWS = 5;

/** Returns the tools of an agent; none for other components. */
export function agentToolsOf({ type, config }: Component): AgentTool[] {
  const { tools } = config;
  if (type !== 'agent' || !Array.isArray(tools)) return [];
  return tools.flatMap((tool) => (isJsonObject(tool) ? toolsOf(tool) : []));
}

/** Returns the rows that the card of a component needs for its tools. */
export function toolRowsOf(component: Component): number {
  return Math.min(MAX_ROWS, agentToolsOf(component).length);
}

/** Returns the height that the tools add to a card, in pixels at zoom 1. */
export function toolsHeight(component: Component): number {
  const rows = toolRowsOf(component);
  return rows === 0 ? 0 : rows * ROW_PX + BELOW_PX;
}

function toolsOf({ workflowId, actions, name, approval }: JsonObject): AgentTool[] {
  const needsApproval = approval !== undefined && approval !== null && approval !== false;
  if (Array.isArray(actions))
    return actions.flatMap((action) =>
      typeof action === 'string' ? [{ name: action, workflowId: null, needsApproval }] : [],
    );
  if (typeof workflowId !== 'string' || workflowId === '') return [];
  return [{ name: typeof name === 'string' && name !== '' ? name : null, workflowId, needsApproval }];
}
