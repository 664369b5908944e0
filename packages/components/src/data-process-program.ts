import { fileURLToPath } from 'node:url';

/** The program of the processes that run data jobs. */
export const DATA_PROCESS_PROGRAM = fileURLToPath(import.meta.resolve('./data-process.ts'));
