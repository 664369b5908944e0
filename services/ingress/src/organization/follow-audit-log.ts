import { setTimeout as pause } from 'node:timers/promises';
import { defineRoute } from '../http/define-route.ts';
import { query } from '../http/schema-parts.ts';
import { answerLines, DEFAULT_LINES, linesQuery, linesResponses, type LinesQuery } from './audit-lines.ts';

/** Below `SHUTDOWN_DEADLINE_MS`, so that waiting requests do not delay a shutdown. */
const MAX_WAIT_SECONDS = 10;
const LOOK_EVERY_MS = 500;

export const followAuditLog = defineRoute<unknown, LinesQuery & { wait?: number }>({
  method: 'GET',
  path: '/v1/operator/audit-log',
  operationId: 'followAuditLog',
  summary: 'The audit logs of all organizations as lines of JSON, oldest first',
  tags: ['Operator'],
  security: { kind: 'operator' },
  query: query({
    ...linesQuery,
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Seconds to wait for an entry where there is none yet.',
    },
  }),
  responses: linesResponses,
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
    return answerLines(entries);
  },
});
