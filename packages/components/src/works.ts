import { fileURLToPath } from 'node:url';

/** The program of the processes that run data jobs. */
export const WORKS_PROGRAM = fileURLToPath(import.meta.resolve('./work-process.ts'));
