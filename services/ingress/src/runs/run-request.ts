import { checkRunRequest, runRequestSchema as schema, type RunRequest } from '@workflow/validation';
import { defineSchema } from '../http/define-route.ts';

/** Body of the run endpoint (spec §2.1), checked by the very schema that the OpenAPI document shows. */
export const runRequestSchema = defineSchema('RunRequest', schema);

export { checkRunRequest, type RunRequest };
