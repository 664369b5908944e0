import type { AuditStreamEntry } from '@workflow/session-store';
import type { RouteReply } from '../http/define-route.ts';
import { defineObject, uuid } from '../http/schema-parts.ts';
import { entrySchema } from './list-audit-log.ts';

const TYPE = 'application/x-ndjson';
const DEFAULT_LINES = 1_000;
const MAX_LINES = 10_000;

/** The position at which a reader continues, and the number of lines that it wants. */
interface LinesQuery {
  after?: number;
  limit?: number;
}

const lineSchema = defineObject('AuditLine', {
  sequence: { type: 'integer', description: 'Above those of all entries that were read before; may jump.' },
  organizationId: uuid,
  ...entrySchema.properties,
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
    description:
      'Entries, one to a line, oldest first; nothing where there is none after `after`. An answer of more than 4 MiB ' +
      'ends before `limit`.',
    contentType: TYPE,
    schema: lineSchema,
  },
};

/** Maximum number of entries that are in memory at a time, in addition to the lines. */
const MAX_READ = 500;
const MAX_ANSWER_CHARACTERS = 4 * 1024 * 1024;

/** Reads the next entries, oldest first. */
type ReadAudit = (range: { after: number; limit: number }) => Promise<AuditStreamEntry[]>;

/** Returns as many lines as requested and allowed in one answer. Reads a limited number of entries at a time. */
export async function readLines(read: ReadAudit, { after = 0, limit = DEFAULT_LINES }: LinesQuery): Promise<string> {
  const lines: string[] = [];
  let last = after;
  let characters = 0;
  while (lines.length < limit && characters < MAX_ANSWER_CHARACTERS) {
    const limitOfRead = Math.min(MAX_READ, limit - lines.length);
    const entries = await read({ after: last, limit: limitOfRead });
    for (const entry of entries) {
      const line = `${JSON.stringify(entry)}\n`;
      characters += line.length;
      lines.push(line);
    }
    last = entries.at(-1)?.sequence ?? last;
    if (entries.length < limitOfRead) break;
  }
  return lines.join('');
}

export const answerLines = (text: string): RouteReply => ({ status: 200, text, textType: TYPE });
