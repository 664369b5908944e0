import { setTimeout as pause } from 'node:timers/promises';
import type { AuditStreamEntry } from '@workflow/session-store';
import { defineRoute, defineSchema, type RouteReply } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { query, uuid } from '../http/schema-parts.ts';
import { entryParts } from './list-audit-log.ts';

const TYPE = 'application/x-ndjson';
const DEFAULT_LINES = 1_000;
const MAX_LINES = 10_000;
/** Below `SHUTDOWN_DEADLINE_MS`, so that nobody who waits holds a replica up. */
const MAX_WAIT_SECONDS = 10;
const LOOK_EVERY_MS = 500;

interface StreamQuery {
  after?: number;
  limit?: number;
}

const lineSchema = defineSchema('AuditLine', {
  type: 'object',
  required: ['sequence', 'organizationId', ...entryParts.required],
  properties: {
    sequence: { type: 'integer', description: 'Increases in the order of commits, with jumps.' },
    organizationId: uuid,
    ...entryParts.properties,
  },
});

const streamQuery = {
  after: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: '`sequence` of the last line that you have; 0 begins with the oldest.',
  },
  limit: { type: 'integer', minimum: 1, maximum: MAX_LINES, default: DEFAULT_LINES },
} as const;

const responses = {
  200: {
    description: 'Entries, one to a line, oldest first; nothing where there is none after `after`.',
    contentType: TYPE,
    schema: lineSchema,
  },
};

const answerWith = (entries: AuditStreamEntry[]): RouteReply => ({
  status: 200,
  text: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  textType: TYPE,
});

/** Entries that committed late come late, with a higher `sequence`: whoever goes on from the last line misses none. */
export const exportAuditLog = defineRoute<unknown, StreamQuery>({
  method: 'GET',
  path: '/v1/organization/audit-log/export',
  operationId: 'exportAuditLog',
  summary: 'The audit log as lines of JSON, oldest first',
  tags: ['Organization'],
  security: { kind: 'caller', scope: 'manage', role: 'admin' },
  query: query(streamQuery),
  responses,
  async handler(context, { query: { after = 0, limit = DEFAULT_LINES } }, caller) {
    return answerWith(await organizationOf(context, caller).readAuditStream({ after, limit }));
  },
});

export const followAuditLog = defineRoute<unknown, StreamQuery & { wait?: number }>({
  method: 'GET',
  path: '/v1/operator/audit-log',
  operationId: 'followAuditLog',
  summary: 'The audit logs of all organizations as lines of JSON, oldest first',
  tags: ['Operator'],
  security: { kind: 'operator' },
  query: query({
    ...streamQuery,
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Seconds to wait for an entry where there is none yet.',
    },
  }),
  responses,
  async handler({ store }, request) {
    const { after = 0, limit = DEFAULT_LINES, wait = 0 } = request.query;
    request.expectWait(wait * 1_000);
    const gone = new AbortController();
    request.onceAnswered(() => gone.abort());
    const until = performance.now() + wait * 1_000;
    let entries = await store.operator.readAuditStream({ after, limit });
    while (entries.length === 0 && performance.now() < until && !gone.signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal: gone.signal }).catch(() => undefined);
      entries = await store.operator.readAuditStream({ after, limit });
    }
    return answerWith(entries);
  },
});
