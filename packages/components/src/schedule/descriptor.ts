import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'schedule',
  title: 'Schedule',
  description: 'Starts the workflow on a schedule. Each due time starts exactly one session.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      cron: {
        type: 'string',
        title: 'Cron pattern',
        description:
          'Minute, hour, day of the month, month, weekday. 30 8 * * MON-FRI is 08:30 on working days. ' +
          'A sixth field at the beginning sets the second.',
        minLength: 1,
        maxLength: 200,
      },
      everySeconds: {
        type: 'integer',
        title: 'Every (seconds)',
        description: 'Instead of cron: run every N seconds.',
        minimum: 10,
        maximum: 31_536_000,
      },
      timeZone: {
        type: 'string',
        title: 'Time zone',
        description: 'The time zone of the cron pattern, such as Europe/Berlin.',
        minLength: 1,
        maxLength: 64,
        default: 'UTC',
        'x-control': 'time-zone',
      },
      onOverlap: {
        type: 'string',
        title: 'If the last run is still going',
        enum: ['skip', 'queue'],
        default: 'skip',
        'x-labels': { skip: 'Skip', queue: 'Run afterwards' },
      },
      catchUp: {
        type: 'string',
        title: 'Catch up missed runs',
        description: 'The due times to start that passed while the service was down.',
        enum: ['none', 'one', 'all'],
        default: 'none',
        'x-labels': { none: 'None', one: 'Only the last', all: 'All (up to 1,000)' },
      },
    },
  },
  newConfig: { cron: '0 9 * * *' },
  hasEffect: false,
  trigger: { sessions: 'SCHEDULE', keeps: ['schedule'], takes: 'placeholders' },
  produces: { name: 'scheduledFor', type: 'DATE_TIME' },
});
