import { SESSION_STATUSES } from '@workflow/workflow-model';
import { defineSchema } from '../http/define-route.ts';
import { defineObject, time, uuid } from '../http/schema-parts.ts';

const DUE_TIME_STATUSES = ['waiting', 'started', 'skipped', 'missed'] as const;

const status = {
  type: 'string',
  enum: [...DUE_TIME_STATUSES],
  description:
    '`started` a session; `waiting` for the session that is under way; `skipped` because of it, or because of a ' +
    'pause; `missed` in an outage.',
} as const;

const sessionStatus = { type: 'string', enum: [...SESSION_STATUSES, null], nullable: true } as const;

const dueTimeSchema = defineObject('DueTime', {
  dueTime: time,
  status,
  count: { type: 'integer', description: 'How many due times it represents, from this one on.' },
  sessionId: { ...uuid, nullable: true },
  sessionStatus: { ...sessionStatus, description: 'Null if none was started, or if it is deleted.' },
});

/** The additional properties of the component of a schedule. */
export const dueTimesProperties = {
  nextDueTimes: {
    type: 'array',
    items: time,
    description: 'The next five due times of a schedule; none while it is paused or not published.',
  },
  lastDueTimes: {
    type: 'array',
    items: dueTimeSchema,
    description: 'The due times of a schedule in the last 30 days, newest first, at most a hundred.',
  },
} as const;

export const scheduleSchema = defineSchema('Schedule', {
  type: 'object',
  required: [
    'workflowId',
    'workflowName',
    'componentId',
    'componentName',
    'output',
    'timeZone',
    'nextDueTime',
    'lastDueTime',
    'lastStatus',
    'lastSessionId',
    'lastSessionStatus',
    'paused',
  ],
  properties: {
    workflowId: uuid,
    workflowName: { type: 'string' },
    componentId: uuid,
    componentName: { type: 'string' },
    output: { type: 'string', nullable: true, description: 'The placeholder that takes the due time.' },
    cron: { type: 'string', description: 'Missing where `everySeconds` is set.' },
    everySeconds: { type: 'integer', description: 'Missing where `cron` is set.' },
    timeZone: { type: 'string' },
    nextDueTime: { ...time, nullable: true, description: 'null while it is paused.' },
    lastDueTime: { ...time, nullable: true },
    lastStatus: { ...status, enum: [...DUE_TIME_STATUSES, null], nullable: true },
    lastSessionId: { ...uuid, nullable: true },
    lastSessionStatus: sessionStatus,
    paused: { type: 'boolean', description: 'Its workflow or its organization is paused.' },
  },
});
