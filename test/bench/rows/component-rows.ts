import type { Row } from '../row.ts';
import { measureDataSteps } from './data-steps.ts';
import { measureDatabaseQuery } from './database-costs.ts';
import { measureSensitiveCost } from './sensitive-cost.ts';

/** What single component types, and kinds of fields, cost. */
export const COMPONENT_ROWS: Row[] = [
  { name: 'database-query', when: 'full', run: () => measureDatabaseQuery() },
  { name: 'data-steps', when: 'full', run: () => measureDataSteps() },
  { name: 'sensitive', when: 'named', run: async () => [await measureSensitiveCost()] },
];
