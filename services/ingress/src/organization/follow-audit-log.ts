import { setTimeout as pause } from 'node:timers/promises';
import { defineRoute } from '../http/define-route.ts';
import { query } from '../http/schema-parts.ts';
import { answerLines, linesQuery, linesResponses, readLines } from './audit-lines.ts';

/**
 * Maximum seconds that a request waits. It is below `SHUTDOWN_DEADLINE_MS`, so that waiting requests do not delay a
 * shutdown.
 */
const MAX_WAIT_SECONDS = 10;
const LOOK_EVERY_MS = 500;

export const followAuditLog = defineRoute({
  method: 'GET',
  path: '/v1/operator/audit-log',
  summary: 'The audit logs of all organizations as lines of JSON, oldest first',
  tag: 'Operator',
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
    const { wait = 0, ...range } = request.query;
    const read = (): Promise<string> => readLines(store.operator.readAuditStream, range);
    request.expectWait(wait * 1_000);
    const disconnected = new AbortController();
    request.onceAnswered(() => disconnected.abort());
    const until = performance.now() + wait * 1_000;
    let lines = await read();
    while (lines === '' && performance.now() < until && !disconnected.signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal: disconnected.signal }).catch(() => undefined);
      lines = await read();
    }
    return answerLines(lines);
  },
});
