import { organizationOf } from '../../http/organization-of.ts';
import { BUILDING_TOOLS } from './building/building-tools.ts';
import { cancelSessionTool, retrySessionTool } from './change-session.ts';
import { getSessionTool } from './get-session.ts';
import { boundTo, knownTool } from './known-tools.ts';
import { listSessionsTool } from './list-sessions.ts';
import { listWorkflowsTool } from './list-workflows.ts';
import { runWorkflowTool, searchWorkflowsTool } from './many-workflows.ts';
import type { McpExchange, Tool } from './tool.ts';
import { workflowTool } from './workflow-tool.ts';

/** The tools of the service itself. */
export const OWN_TOOLS: readonly Tool[] = [
  listWorkflowsTool,
  listSessionsTool,
  getSessionTool,
  retrySessionTool,
  cancelSessionTool,
  ...BUILDING_TOOLS,
];

/** The tools that replace published workflows if those are too many for a model to choose from. */
export const FOR_MANY: readonly Tool[] = [searchWorkflowsTool, runWorkflowTool];

/** Maximum bytes of descriptions on one page of a list. A larger description has a separate page. */
const MAX_PAGE_BYTES = 1_048_576;

/** One page of the list of tools that a caller may call. */
interface ToolPage {
  tools: Tool['description'][];
  /** The name of the last tool of the page. A client sends it to get the next page. */
  nextCursor?: string;
  bytes: number;
}

/**
 * Lists the tools that the caller may call: the published workflows that are tools, by name, and then the tools of the
 * service.
 * @param after `nextCursor` of the previous page
 */
export async function listTools(exchange: McpExchange, after: string | undefined): Promise<ToolPage> {
  const { context, caller, scopes } = exchange;
  const { maxListedTools } = context.config.mcp;
  const views = await organizationOf(context, caller).listTools({ limit: maxListedTools + 1, ...boundTo(caller) });
  const ownTools = [...(views.length > maxListedTools ? FOR_MANY : []), ...OWN_TOOLS];
  const places: { name: string; find: () => Promise<Tool | null> }[] = [
    ...(views.length > maxListedTools ? [] : views).map((view) => ({
      name: view.name,
      find: () => workflowTool(context, caller.organizationId, view),
    })),
    ...ownTools.map((tool) => ({ name: tool.description.name, find: () => Promise.resolve(tool) })),
  ];
  const page: ToolPage = { tools: [], bytes: 0 };
  // The tool of the cursor may have been deleted, so tools before it by name are left out.
  const from = after === undefined ? 0 : nextPlace(places, views.length, after);
  for (const [index, { find }] of places.entries()) {
    const tool = index < from ? null : await find();
    if (tool === null || !scopes.includes(tool.scope)) continue;
    const bytes = JSON.stringify(tool.description).length;
    if (page.tools.length > 0 && page.bytes + bytes > MAX_PAGE_BYTES)
      return { ...page, nextCursor: places[index - 1]!.name };
    page.tools.push(tool.description);
    page.bytes += bytes;
  }
  return page;
}

/** Returns the index of the tool after a cursor. Workflows precede other tools, sorted by name. */
function nextPlace(places: readonly { name: string }[], workflows: number, after: string): number {
  const index = places.findIndex(({ name }) => name === after);
  if (index !== -1) return index + 1;
  const later = places.slice(0, workflows).findIndex(({ name }) => name > after);
  return later === -1 ? Math.min(workflows, places.length) : later;
}

/** Finds a tool, or null. A workflow is found by its name even if there are too many workflows to list. */
export function findTool(exchange: McpExchange, name: string): Promise<Tool | null> {
  const lookedUp = exchange.found.get(name) ?? lookUp(exchange, name);
  exchange.found.set(name, lookedUp);
  return lookedUp;
}

async function lookUp(exchange: McpExchange, name: string): Promise<Tool | null> {
  const ownTool = [...OWN_TOOLS, ...FOR_MANY].find(({ description }) => description.name === name);
  if (ownTool !== undefined) return ownTool;
  const view = await knownTool(exchange, name);
  return view && workflowTool(exchange.context, exchange.caller.organizationId, view);
}
