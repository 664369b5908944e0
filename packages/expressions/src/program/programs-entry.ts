import { fileURLToPath } from 'node:url';

/** The file of the program that runs code and evaluates expressions, for `createSandbox`. */
export const PROGRAMS_ENTRY = fileURLToPath(import.meta.resolve('./sandbox-process.ts'));
