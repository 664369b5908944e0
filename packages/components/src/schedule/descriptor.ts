import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'schedule',
  title: 'Schedule',
  description:
    'Starts a published workflow at times of the clock, by a cron pattern, or every so many seconds. ' +
    'Each due time starts exactly one session.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      cron: {
        type: 'string',
        title: 'Cron pattern',
        description:
          'Minute, hour, day of the month, month, weekday; with a sixth field before them for the second. ' +
          '`30 8 * * MON-FRI` is 08:30 on working days.',
        minLength: 1,
        maxLength: 200,
      },
      everySeconds: {
        type: 'integer',
        title: 'Every (seconds)',
        description: 'In place of a cron pattern: at whole multiples of this since 1970.',
        minimum: 10,
        maximum: 31_536_000,
      },
      timeZone: {
        type: 'string',
        title: 'Time zone',
        description: 'Whose wall clock the cron pattern follows, such as Europe/Berlin.',
        minLength: 1,
        maxLength: 64,
        default: 'UTC',
        'x-control': 'time-zone',
      },
      onOverlap: {
        type: 'string',
        title: 'When it is due while a session runs',
        description:
          '`skip` passes over a due time while a session of this schedule is under way; `queue` starts it afterwards.',
        enum: ['skip', 'queue'],
        default: 'skip',
      },
      catchUp: {
        type: 'string',
        title: 'After an outage',
        description: 'Which of the due times that were missed start a session: none, the last one, or all (1,000).',
        enum: ['none', 'one', 'all'],
        default: 'none',
      },
    },
  },
  newConfig: { cron: '0 9 * * *' },
  hasEffect: false,
  trigger: { sessions: 'SCHEDULE', keeps: ['schedule'], takes: 'placeholders' },
  produces: { name: 'scheduledFor', type: 'DATE_TIME' },
});
