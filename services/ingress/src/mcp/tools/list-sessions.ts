import { SESSION_MODES, SESSION_STATUSES } from '@workflow/workflow-model';
import type { JsonObject } from '@workflow/workflow-model';
import { uuid } from '../../http/schema-parts.ts';
import { workflowsOf } from '../../http/caller.ts';
import { keepToWorkflows } from '../../sessions/list-sessions.ts';
import { defineTool } from './define-tool.ts';
import { resultOf } from './tool.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;

/** Returns the newest sessions, without their values. */
export const listSessionsTool = defineTool({
  scope: 'read',
  name: 'list_sessions',
  title: 'List sessions',
  description: 'The newest runs of workflows, with their status and why they failed.',
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      workflowId: { ...uuid, description: 'Only of this workflow.' },
      status: { type: 'array', items: { type: 'string', enum: [...SESSION_STATUSES] } },
      mode: { type: 'string', enum: [...SESSION_MODES] },
      limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, description: `${DEFAULT_LIMIT} when left out.` },
      cursor: { ...uuid, description: '`nextCursor` of the page before.' },
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ limit = DEFAULT_LIMIT, cursor, ...filter }, { context, caller }) {
    const visibleFilter = keepToWorkflows(filter, workflowsOf(caller));
    const page = await context.store.sessions.queries.list(caller.organizationId, visibleFilter, {
      limit,
      maxBytes: 0,
      ...(cursor !== undefined && { cursor }),
    });
    const items = page.items.map(({ id, workflowId, status, mode, trigger, error, createdAt, finishedAt }) => {
      const failure = error as unknown as JsonObject | null;
      return { id, workflowId, status, mode, trigger, error: failure, createdAt, finishedAt };
    });
    return resultOf({ items, nextCursor: page.nextCursor });
  },
});
