import type { PublishedSchedule } from '@workflow/session-store';
import { defineRoute } from '../http/define-route.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { scheduleSchema } from './schedule-schemas.ts';

export const listSchedules = defineRoute({
  method: 'GET',
  path: '/v1/schedules',
  summary: 'List the schedules of published workflows',
  description: 'The schedules that were published last are first.',
  security: { kind: 'caller', scope: ['read', 'manage'] },
  query: query(pageQuery),
  responses: { 200: { description: 'A page of schedules.', schema: pageSchema('SchedulePage', scheduleSchema) } },
  async handler({ store }, { query: { limit = DEFAULT_PAGE, cursor } }, { organizationId }) {
    const page = { limit, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } = await store.schedules.list(organizationId, page);
    return { status: 200, body: { items: items.map(scheduleView), nextCursor } };
  },
});

function scheduleView({ id: _id, config, ...schedule }: PublishedSchedule) {
  const { cron, everySeconds, timeZone = 'UTC' } = config;
  return {
    ...schedule,
    ...(typeof cron === 'string' ? { cron } : { everySeconds: Number(everySeconds) }),
    timeZone: String(timeZone),
  };
}
