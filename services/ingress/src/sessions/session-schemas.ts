import {
  COMPONENT_CHANGES,
  SESSION_MODES,
  SESSION_STATUSES,
  SESSION_TRIGGERS,
  STEP_STATUSES,
  WAITING_FOR,
} from '@workflow/workflow-model';
import { defineSchema } from '../http/define-route.ts';
import { defineObject, object, time, uuid } from '../http/schema-parts.ts';

export const sessionErrorSchema = defineSchema('SessionError', {
  type: 'object',
  nullable: true,
  required: ['code', 'message', 'componentId'],
  properties: {
    code: { type: 'string', example: 'TIMED_OUT' },
    message: { type: 'string' },
    componentId: { ...uuid, nullable: true },
    errorId: { ...uuid, description: 'The log line contains it as well. Report it to the operator of the service.' },
  },
});

export const componentChangesSchema = {
  type: 'array',
  description:
    'The components that differ between two versions. `changed`: its type, version or config ' +
    'changed; `inputs-changed`: only what it runs after or reads from changed.',
  items: object({
    componentId: uuid,
    name: { type: 'string' },
    change: { type: 'string', enum: [...COMPONENT_CHANGES] },
  }),
} as const;

export const sessionSchema = defineObject('Session', {
  id: uuid,
  parentId: { ...uuid, nullable: true, description: 'The session that started it; null when none did.' },
  workflowId: uuid,
  workflowVersion: { type: 'integer', nullable: true, description: 'null for TEST.' },
  componentId: { ...uuid, description: 'Where the run started.' },
  trigger: { type: 'string', enum: [...SESSION_TRIGGERS] },
  label: {
    type: 'string',
    nullable: true,
    description: 'The name that its workflow gives it (`label` of the definition).',
  },
  mode: { type: 'string', enum: [...SESSION_MODES] },
  status: { type: 'string', enum: [...SESSION_STATUSES] },
  run: { type: 'integer', description: 'Rises with every retry.' },
  placeholderValues: { type: 'object', additionalProperties: true },
  output: { description: 'The value of the output component; any JSON value.' },
  error: sessionErrorSchema,
  createdAt: time,
  startedAt: { ...time, nullable: true },
  finishedAt: { ...time, nullable: true },
  waitingFor: {
    type: 'string',
    nullable: true,
    enum: [...WAITING_FOR, null],
    description: 'The reason why the session is QUEUED or WAITING; else null.',
  },
  pool: {
    type: 'string',
    description: 'The executor pool in which it was enqueued last, or waits for an executor.',
  },
  startsAt: { ...time, nullable: true, description: 'When a delayed session starts or was to start; else null.' },
  expiresAt: {
    ...time,
    nullable: true,
    description: 'It ends as expired unless an executor has claimed it by then; null if it never expires.',
  },
  moved: {
    ...object({
      run: { type: 'integer', description: 'The first run on the other version.' },
      fromVersion: { type: 'integer', nullable: true, description: 'null for TEST.' },
      toVersion: { type: 'integer', nullable: true, description: 'null for TEST.' },
      changes: componentChangesSchema,
    }),
    nullable: true,
    description: 'The last retry that moved it to another version; null when none did.',
  },
});

export const stepSchema = defineSchema('Step', {
  type: 'object',
  required: [
    'componentId',
    'run',
    'attempt',
    'iteration',
    'status',
    'input',
    'output',
    'error',
    'startedAt',
    'finishedAt',
  ],
  properties: {
    componentId: uuid,
    run: { type: 'integer' },
    attempt: { type: 'integer' },
    iteration: { type: 'integer' },
    status: { type: 'string', enum: [...STEP_STATUSES] },
    input: { description: 'Any JSON value.' },
    output: { description: 'Any JSON value.' },
    error: sessionErrorSchema,
    startedAt: time,
    finishedAt: { ...time, nullable: true },
    kind: {
      type: 'string',
      enum: ['turn', 'tool'],
      description: 'For a part of an agent: a turn of the model, or a call of a tool. Its `iteration` is its number.',
    },
    turn: { type: 'integer', description: 'For a part of an agent: the turn it belongs to, from 1.' },
    tool: { type: 'string', description: 'For a call of a tool: the name that the model used.' },
    approval: {
      ...object({
        choice: { type: 'string', enum: ['approve', 'reject'] },
        by: { type: 'string', nullable: true, description: 'The account, the API key or the name of who decided.' },
        comment: { type: 'string', nullable: true },
        at: time,
      }),
      description: 'For a call of a tool that needed an approval, once it was decided.',
    },
    warning: { type: 'string', description: 'For a trigger: a problem that occurred while the session was accepted.' },
    truncated: { type: 'boolean', description: 'Large values were left out; `?full=true` shows them.' },
  },
});
