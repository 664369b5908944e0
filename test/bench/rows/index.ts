import type { Row } from '../row.ts';
import { measureAcceptRates } from './accept-rates.ts';
import { measureFinishRate } from './finish-rate.ts';

/** In the order of the table; the first gives the floor that the others are held against. */
export const ROWS: Row[] = [
  { name: 'floor', quick: true, run: (measurements, quick) => measureAcceptRates(measurements, quick ? 4 : 10) },
  {
    name: 'finished',
    quick: true,
    run: async (measurements, quick) => [await measureFinishRate(measurements, { backend: 'redis', seconds: quick ? 15 : 60, bar: 0.15, key: 'finished' })],
  },
  {
    name: 'finished-postgres',
    quick: false,
    run: async (measurements) => [await measureFinishRate(measurements, { backend: 'postgres', seconds: 60, bar: 0.05, key: 'finishedPostgres' })],
  },
];
