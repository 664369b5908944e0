import type { JsonSchema, SchemaOf } from '@workflow/component-kit';
import { MAX_DATE_TIME_LENGTH } from '@workflow/placeholder-values';
import { MAX_DELAY_SECONDS, SESSION_MODES } from '@workflow/workflow-model';
import type { JsonObject, SessionMode } from '@workflow/workflow-model';

/** The body of `POST /v1/workflow/run` (contract §2.1). The default of `mode` is PROD. */
export interface RunRequest {
  workflowId: string;
  componentId: string;
  mode?: SessionMode;
  placeholderValues?: JsonObject;
  startAt?: string;
  startAfterSeconds?: number;
  expireAfterSeconds?: number;
  /** Pinned outputs by component id. Only for TEST, like the following options. */
  pinnedOutputs?: JsonObject;
  onlyThisComponent?: boolean;
  pinsFromSession?: string;
}

/** The options of `POST /v1/workflow/run` that are only for TEST. */
export const TEST_OPTIONS = ['pinnedOutputs', 'onlyThisComponent', 'pinsFromSession'] as const;

const schema: JsonSchema = {
  type: 'object',
  title: 'RunRequest',
  required: ['workflowId', 'componentId'],
  additionalProperties: false,
  properties: {
    workflowId: { type: 'string', format: 'uuid', description: 'Workflow to run.' },
    componentId: { type: 'string', format: 'uuid', description: 'Component to start running from.' },
    mode: {
      type: 'string',
      enum: [...SESSION_MODES],
      default: 'PROD',
      description: 'PROD runs the published version, TEST the current draft.',
    },
    placeholderValues: {
      type: 'object',
      additionalProperties: true,
      description: 'Map of placeholder key to value; fields of objects by dotted keys, items of lists as JSON.',
      example: { 'customer.name': 'Ada', total: 12.5 },
    },
    startAt: {
      type: 'string',
      maxLength: MAX_DATE_TIME_LENGTH,
      description:
        'The session starts at this time, in any form of a DATE_TIME, at most 366 days ahead. A past time means now.',
      example: '2026-12-01T08:00:00+01:00[Europe/Berlin]',
    },
    startAfterSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_DELAY_SECONDS,
      description: 'The session starts after this many seconds. Not together with `startAt`.',
    },
    expireAfterSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_DELAY_SECONDS,
      description:
        'The session ends CANCELLED with the error EXPIRED if no executor has claimed it this many seconds after its ' +
        'start. The workflow may have a default.',
    },
    pinnedOutputs: {
      type: 'object',
      additionalProperties: true,
      description:
        'TEST only. Map of component id to the value that it yields without running: of a condition true or false, ' +
        'of a switch the port, of a delay null, of an approval an object whose `choice` is the port, or null for the ' +
        'timeout, of a trigger an object of its placeholders.',
    },
    onlyThisComponent: {
      type: 'boolean',
      description: 'TEST only. Nothing after the component runs, and the output is null.',
    },
    pinsFromSession: {
      type: 'string',
      format: 'uuid',
      description:
        'TEST only. A session of the workflow: its placeholder values, and the outputs of components that do not ' +
        'run, are used for whatever the request leaves out.',
    },
  },
};

export const runRequestSchema = schema as SchemaOf<RunRequest>;
