import type { Row } from '../row.ts';
import { measureBatchRate } from './batch-rate.ts';
import { measureClientBatch } from './client-batch.ts';

/** Rows for many runs in one request, sent directly and by the client. */
export const BATCH_ROWS: Row[] = [
  { name: 'batch', when: 'full', run: async (measurements) => [await measureBatchRate(measurements)] },
  { name: 'client-batch', when: 'full', run: () => measureClientBatch() },
];
