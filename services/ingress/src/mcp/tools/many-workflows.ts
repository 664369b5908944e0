import type { JsonObject } from '@workflow/workflow-model';
import { organizationOf } from '../../http/organization-of.ts';
import { defineTool } from './define-tool.ts';
import { boundTo, knownTool } from './known-tools.ts';
import { refusalOf, resultOf } from './tool.ts';
import { workflowTool } from './workflow-tool.ts';
import { strictObject } from '../../http/schema-parts.ts';

const MAX_FOUND = 20;

/** Finds workflows if there are too many to list them all as tools. */
export const searchWorkflowsTool = defineTool({
  scope: 'run',
  name: 'search_workflows',
  title: 'Search workflows',
  description: 'Finds workflows by a word. The answer has what run_workflow takes: each name and its arguments.',
  input: strictObject({
    query: { type: 'string', minLength: 1, maxLength: 200, description: 'A part of a name or description.' },
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ query }, { context, caller }) {
    const views = await organizationOf(context, caller).listTools({
      limit: MAX_FOUND,
      search: query,
      ...boundTo(caller),
    });
    const tools = await Promise.all(views.map((view) => workflowTool(context, caller.organizationId, view)));
    const workflows = tools.flatMap((tool) => {
      if (tool === null) return [];
      const { name, title, description, inputSchema } = tool.description;
      return [{ name, title, description, inputSchema } as unknown as JsonObject];
    });
    return resultOf({ workflows });
  },
});

/** Runs a workflow by the name of its tool. */
export const runWorkflowTool = defineTool({
  scope: 'run',
  name: 'run_workflow',
  title: 'Run a workflow',
  description: 'Runs a workflow that search_workflows found, and waits for it as long as a call may.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'The name from search_workflows.' },
      arguments: {
        type: 'object',
        additionalProperties: true,
        description: 'The arguments that its inputSchema describes.',
      },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async call({ name, arguments: toolArguments = {} }, call) {
    const { context, caller } = call;
    const view = await knownTool(call, name);
    const tool = view && (await workflowTool(context, caller.organizationId, view));
    if (tool === null) return refusalOf(`There is no workflow with the name '${name}'`);
    return tool.call({ ...call, given: toolArguments as JsonObject });
  },
});
