import { SESSION_MODES } from '@workflow/workflow-model';
import { invalidRequest } from '../errors/api-error.ts';
import { workflowsOf } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { DEFAULT_PAGE, defineObject, pageQuery, pageSchema, query, time, uuid } from '../http/schema-parts.ts';
import { keepToWorkflows, readSessionFilter } from './list-sessions.ts';

const groupSchema = defineObject('FailureGroup', {
  fingerprint: { type: 'string', description: 'The filter of `GET /v1/sessions` and of bulk operations.' },
  workflowId: uuid,
  componentId: { ...uuid, nullable: true, description: 'Null if no single component caused the failure.' },
  code: { type: 'string', description: 'A code of docs/errors.md, or the code of a Fail component.' },
  message: {
    type: 'string',
    description: "The message with `#` for numbers and ids, `'…'` for quoted texts, and without addresses.",
  },
  count: { type: 'integer', description: 'Failed sessions of the group.' },
  firstAt: time,
  lastAt: time,
  latestSessionIds: { type: 'array', items: uuid, description: 'Newest first, at most five.' },
  histogram: {
    type: 'array',
    items: { type: 'integer' },
    description: 'Failures in 24 equal parts of the time from `firstAt` to `lastAt`.',
  },
});

export const listFailures = defineRoute({
  method: 'GET',
  path: '/v1/failures',
  summary: 'List failures in groups, newest first',
  description:
    'Groups the failed sessions with the same workflow, component, code and message, without ids, numbers, quoted ' +
    'texts and addresses. The newest 100,000 failures of the organization are examined, and at most 10,000 groups ' +
    'listed. The answer may be 2 seconds old. To retry a group on the version that is published now, send ' +
    '`{ "action": "retry", "filter": { "fingerprint": … }, "version": "latest" }` to `POST /v1/sessions/bulk`.',
  security: { kind: 'caller', scope: 'read', forBoundKeys: true },
  query: query({
    workflowId: uuid,
    mode: { type: 'string', enum: [...SESSION_MODES] },
    since: { ...time, description: 'Failed at this time or later.' },
    limit: pageQuery.limit,
    cursor: { type: 'string', maxLength: 100, description: '`nextCursor` of the page before.' },
  }),
  responses: { 200: { description: 'A page of groups.', schema: pageSchema('FailureGroupPage', groupSchema) } },
  async handler(context, { query: { workflowId, mode, since, limit = DEFAULT_PAGE, cursor } }, caller) {
    const { endedFrom } = readSessionFilter({ ...(since !== undefined && { endedAfter: since }) });
    const after = cursor === undefined ? null : readCursor(cursor);
    const { workflowIds } = keepToWorkflows({ ...(workflowId !== undefined && { workflowId }) }, workflowsOf(caller));
    const only = workflowIds ?? (workflowId === undefined ? undefined : [workflowId.toLowerCase()]);
    const groups = await context.failureGroups.read({
      organizationId: caller.organizationId,
      ...(only !== undefined && { workflowIds: only }),
      ...(mode !== undefined && { mode }),
      ...(endedFrom !== undefined && { since: endedFrom.toISOString() }),
    });
    const remaining =
      after === null ? groups : groups.filter(({ lastAt, fingerprint }) => cursorOf({ lastAt, fingerprint }) < after);
    const items = remaining.slice(0, limit);
    const last = remaining.length > limit ? items.at(-1) : undefined;
    return { status: 200, body: { items, nextCursor: last === undefined ? null : cursorOf(last) } };
  },
});

/** Returns a position in the list. Times and fingerprints sort as texts. */
function cursorOf({ lastAt, fingerprint }: { lastAt: string; fingerprint: string }): string {
  return `${lastAt}_${fingerprint}`;
}

/** @throws ApiError INVALID_REQUEST */
function readCursor(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{32}$/.test(text)) return text;
  throw invalidRequest(['cursor must be the nextCursor of a page']);
}
