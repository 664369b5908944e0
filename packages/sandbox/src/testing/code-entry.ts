import { join } from 'node:path';

/** The file of a program that runs only code, for `createSandbox`. */
export const CODE_ENTRY = join(import.meta.dirname, 'code-process.ts');
