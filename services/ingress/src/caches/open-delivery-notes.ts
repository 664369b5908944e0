import { logRarely, type Logger } from '@workflow/service-runtime';
import type { Lookups } from '@workflow/session-store';
import { FilteredCounts } from './filtered-counts.ts';
import { RefusalNotes } from './refusal-notes.ts';

/** The records of deliveries that start no session. */
export interface DeliveryNotes {
  refusals: RefusalNotes;
  filtered: FilteredCounts;
}

export function openDeliveryNotes(lookups: Lookups, log: Logger): DeliveryNotes {
  return {
    refusals: new RefusalNotes(lookups, logRarely(log, 'Could not record refused deliveries')),
    filtered: new FilteredCounts(lookups, logRarely(log, 'Could not write the counts of filtered deliveries')),
  };
}
