import type { AuditStreamEntry } from '@workflow/session-store';
import { defineSchema, type RouteReply } from '../http/define-route.ts';
import { uuid } from '../http/schema-parts.ts';
import { entryParts } from './list-audit-log.ts';

const TYPE = 'application/x-ndjson';
export const DEFAULT_LINES = 1_000;
const MAX_LINES = 10_000;

/** Where a reader continues, and how many lines it wants. */
export interface LinesQuery {
  after?: number;
  limit?: number;
}

const lineSchema = defineSchema('AuditLine', {
  type: 'object',
  required: ['sequence', 'organizationId', ...entryParts.required],
  properties: {
    sequence: { type: 'integer', description: 'Above those of all entries that were read before; may jump.' },
    organizationId: uuid,
    ...entryParts.properties,
  },
});

export const linesQuery = {
  after: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: '`sequence` of the last line that you have; 0 begins with the oldest.',
  },
  limit: { type: 'integer', minimum: 1, maximum: MAX_LINES, default: DEFAULT_LINES },
} as const;

export const linesResponses = {
  200: {
    description: 'Entries, one to a line, oldest first; nothing where there is none after `after`.',
    contentType: TYPE,
    schema: lineSchema,
  },
};

export const answerLines = (entries: AuditStreamEntry[]): RouteReply => ({
  status: 200,
  text: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  textType: TYPE,
});
