import { time } from '../http/schema-parts.ts';

export const lastPollSchema = {
  type: 'object',
  nullable: true,
  description: 'Of a trigger that polls: what came of the last poll; null while there was none.',
  required: ['at', 'ok', 'message'],
  properties: { at: time, ok: { type: 'boolean' }, message: { type: 'string' } },
} as const;
