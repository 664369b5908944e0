import type { JsonSchema } from '@workflow/component-catalog';
import { SESSION_MODES } from '@workflow/workflow-model';
import type { JsonObject, SessionMode } from '@workflow/workflow-model';
import { compileSchema } from './compile-schema.ts';

/** Body of `POST /v1/workflow/run` (spec §2.1). `mode` omitted means PROD. */
export interface RunRequest {
  workflowId: string;
  componentId: string;
  mode?: SessionMode;
  placeholderValues?: JsonObject;
}

export const runRequestSchema: JsonSchema = {
  type: 'object',
  title: 'RunRequest',
  required: ['workflowId', 'componentId'],
  additionalProperties: false,
  properties: {
    workflowId: { type: 'string', format: 'uuid', description: 'Workflow to run.' },
    componentId: { type: 'string', format: 'uuid', description: 'Component to start running from.' },
    mode: {
      type: 'string', enum: [...SESSION_MODES], default: 'PROD',
      description: 'PROD runs the published version, TEST the current draft.',
    },
    placeholderValues: {
      type: 'object', additionalProperties: true,
      description: 'Map of placeholder key to value; fields of objects by dotted keys.',
      example: { 'customer.name': 'Ada', total: 12.5 },
    },
  },
};

/** Checks the shape of a run request; ids and values come back as the caller wrote them. Placeholders are checked later. */
export const checkRunRequest = compileSchema<RunRequest>(runRequestSchema, { label: 'the body' });
