import type { JsonSchema } from '@workflow/component-kit';
import { defineObject, figuresQuery, object, query, time, uuid } from '../http/schema-parts.ts';

const count = { type: 'integer' } as const;

const percentiles = (description: string) =>
  ({
    ...object({ p50: count, p95: count }),
    nullable: true,
    description: `${description} In milliseconds; null where there are none.`,
  }) as const;
const list = (description: string, properties: Record<string, JsonSchema>) =>
  ({ type: 'array', description, items: object(properties) }) as const;

const performanceSchema = defineObject('SessionPerformance', {
  sampled: {
    ...object({ count, complete: { type: 'boolean', description: 'false: there are more.' }, since: time }),
    description: 'The sessions that the figures are computed from: the newest since then, at most 2,000.',
  },
  unended: {
    ...object({ waiting: count, running: count, sleeping: count }),
    description: 'How many of these sessions have not ended: QUEUED, RUNNING and WAITING.',
  },
  waitingMs: percentiles('From acceptance to the start.'),
  runningMs: percentiles('From the start to the end, without the time in WAITING.'),
  workflows: list('Those with the most sessions first, 20 at most.', {
    workflowId: uuid,
    ended: count,
    failed: count,
    runningMs: percentiles('From the start to the end, without the time in WAITING.'),
  }),
  failures: list('Failed sessions by error code and workflow, the most frequent first, 20 at most.', {
    code: { type: 'string' },
    workflowId: uuid,
    count,
    lastSessionId: uuid,
    lastMessage: { type: 'string' },
    lastAt: time,
  }),
  depth: list(
    'How many production sessions waited and ran, counted once a minute; minutes without any are left out. ' +
      'For a single workflow: how many of these sessions waited and ran when each minute began; one that waits ' +
      'for a delay, a retry or children counts as running, and one that was retried is left out.',
    { minute: time, waiting: count, running: count },
  ),
  perMinute: list('Ends of these sessions by minute, oldest first; minutes without any are left out.', {
    minute: time,
    succeeded: count,
    failed: count,
    cancelled: count,
  }),
});

/** The common part of the routes for an organization's figures and a workflow's figures. */
export const performanceRoute = {
  method: 'GET',
  security: { kind: 'caller', scope: ['read', 'manage'] },
  query: query(figuresQuery),
  responses: { 200: { description: 'The figures, at most 5 s old.', schema: performanceSchema } },
} as const;
