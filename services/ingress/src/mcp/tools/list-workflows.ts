import { workflowsOf } from '../../http/caller.ts';
import { organizationOf } from '../../http/organization-of.ts';
import { defineTool } from './define-tool.ts';
import { resultOf } from './tool.ts';

const MAX_LISTED = 100;

/** Returns published workflows, whether they are tools or not. */
export const listWorkflowsTool = defineTool({
  scope: 'read',
  name: 'list_workflows',
  title: 'List workflows',
  description: 'The published workflows of the organization, newest first.',
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      search: { type: 'string', maxLength: 200, description: 'A part of the name or description.' },
      cursor: { type: 'string', format: 'uuid', description: '`nextCursor` of the page before.' },
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(given, { context, caller }) {
    const only = workflowsOf(caller);
    const page = await organizationOf(context, caller).listWorkflows({
      limit: MAX_LISTED,
      ...given,
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
});
