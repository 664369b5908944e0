import { organizationOf } from '../../http/organization-of.ts';
import { cancelSessionTool, retrySessionTool } from './change-session.ts';
import { getSessionTool } from './get-session.ts';
import { boundTo, knownTool } from './known-tools.ts';
import { listSessionsTool } from './list-sessions.ts';
import { listWorkflowsTool } from './list-workflows.ts';
import { runWorkflowTool, searchWorkflowsTool } from './many-workflows.ts';
import type { McpExchange, Tool } from './tool.ts';
import { workflowTool } from './workflow-tool.ts';

/** The service's own tools. */
const OWN_TOOLS: readonly Tool[] = [
  listWorkflowsTool,
  listSessionsTool,
  getSessionTool,
  retrySessionTool,
  cancelSessionTool,
];

/** In place of published workflows where those are too many for a model to choose from. */
const FOR_MANY: readonly Tool[] = [searchWorkflowsTool, runWorkflowTool];

/** What the caller may call: the published workflows that are tools, by name, and the service's own. */
export async function listTools(exchange: McpExchange): Promise<Tool[]> {
  const { context, caller, scopes } = exchange;
  const { maxListedTools } = context.config.mcp;
  const views = await organizationOf(context, caller).listTools({ limit: maxListedTools + 1, ...boundTo(caller) });
  const workflows =
    views.length > maxListedTools
      ? FOR_MANY
      : await Promise.all(views.map((view) => workflowTool(context, caller.organizationId, view)));
  return [...workflows, ...OWN_TOOLS].filter((tool): tool is Tool => tool !== null && scopes.includes(tool.scope));
}

/** null: there is no such tool. A workflow is found by its name also where too many are there to be listed. */
export function findTool(exchange: McpExchange, name: string): Promise<Tool | null> {
  const known = exchange.found.get(name) ?? lookUp(exchange, name);
  exchange.found.set(name, known);
  return known;
}

async function lookUp(exchange: McpExchange, name: string): Promise<Tool | null> {
  const own = [...OWN_TOOLS, ...FOR_MANY].find(({ description }) => description.name === name);
  if (own !== undefined) return own;
  const view = await knownTool(exchange, name);
  return view && workflowTool(exchange.context, exchange.caller.organizationId, view);
}
