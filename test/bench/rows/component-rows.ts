import type { Row } from '../row.ts';
import { measureCredentialCost } from './credential-cost.ts';
import { measureDataSteps } from './data-steps.ts';
import { measureDatabaseQuery } from './database-costs.ts';
import { measureFilterBurst } from './filter-burst.ts';
import { measureFilteredCost } from './filtered-cost.ts';
import { measureSchedules } from './schedules.ts';
import { measureSensitiveCost } from './sensitive-cost.ts';
import { measureWaiting } from './waiting.ts';

/** Rows for the cost of single types of components and kinds of fields. */
export const COMPONENT_ROWS: Row[] = [
  { name: 'database-query', when: 'full', run: () => measureDatabaseQuery() },
  { name: 'data-steps', when: 'full', run: () => measureDataSteps() },
  { name: 'filtered', when: 'full', run: async () => [await measureFilteredCost()] },
  { name: 'filter-burst', when: 'full', run: async (_measurements, quick) => [await measureFilterBurst(quick)] },
  { name: 'schedules', when: 'full', run: () => measureSchedules() },
  { name: 'waiting', when: 'full', run: () => measureWaiting() },
  { name: 'sensitive', when: 'named', run: async () => [await measureSensitiveCost()] },
  { name: 'credential', when: 'named', run: async () => [await measureCredentialCost()] },
];
