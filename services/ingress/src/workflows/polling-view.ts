import type { Polling } from '@workflow/session-store';
import { time } from '../http/schema-parts.ts';

/** The additional properties of the component of a polling trigger. */
export const pollingProperties = {
  lastPoll: {
    type: 'object',
    nullable: true,
    description: 'The result of the last poll of a trigger that polls; null while there was none.',
    required: ['at', 'ok', 'message'],
    properties: { at: time, ok: { type: 'boolean' }, message: { type: 'string' } },
  },
  nextPollAt: {
    ...time,
    nullable: true,
    description:
      'The time of the next poll of a trigger that polls. It is later the more polls fail in a row. ' +
      'null while it is paused or not published.',
  },
  failedPolls: {
    type: 'integer',
    description: 'The number of failed polls in a row, up to the last one.',
  },
} as const;

/** @param polling null if it is not published */
export function pollingView(polling: Polling | null) {
  return {
    lastPoll: polling?.last ?? null,
    nextPollAt: polling?.nextAt ?? null,
    failedPolls: polling?.failures ?? 0,
  };
}
