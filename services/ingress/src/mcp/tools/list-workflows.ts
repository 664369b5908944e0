import { workflowsOf } from '../../http/caller.ts';
import { organizationOf } from '../../http/organization-of.ts';
import { argumentsCheck } from './arguments.ts';
import { resultOf, type Tool } from './tool.ts';

const MAX_LISTED = 100;

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    search: { type: 'string', maxLength: 200, description: 'A part of the name or description.' },
    cursor: { type: 'string', format: 'uuid', description: '`nextCursor` of the page before.' },
  },
} as const;
const read = argumentsCheck(inputSchema);

/** Returns published workflows, whether they are tools or not. */
export const listWorkflowsTool: Tool = {
  scope: 'read',
  description: {
    name: 'list_workflows',
    title: 'List workflows',
    description: 'The published workflows of the organization, newest first.',
    inputSchema: inputSchema as never,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async call({ context, caller, given }) {
    const only = workflowsOf(caller);
    const page = await organizationOf(context, caller).listWorkflows({
      limit: MAX_LISTED,
      ...read(given),
      ...(only !== null && { ids: only }),
    });
    const items = page.items
      .filter(({ publishedVersion }) => publishedVersion !== null)
      .map(({ id, name, description, publishedVersion, paused }) => ({
        id,
        name,
        description,
        publishedVersion,
        paused,
      }));
    return resultOf({ items, nextCursor: page.nextCursor });
  },
};
