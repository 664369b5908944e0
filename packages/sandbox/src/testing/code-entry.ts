import { join } from 'node:path';

/** The file of a program that runs code alone, for `createSandbox`. */
export const CODE_ENTRY = join(import.meta.dirname, 'code-process.ts');
