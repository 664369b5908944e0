import { join } from 'node:path';
import { environmentForServices } from '@workflow/test-harness';

/** The arguments of Node.js that start `workflow`, without those of the command. */
export const CLI_PROGRAM = ['--no-warnings', join(import.meta.dirname, '../../packages/cli/src/main.ts')];

/** Lets Node.js strip the types of the sources once instead of for each command, which is most of a command's time. */
export function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = environmentForServices();
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
