import { join } from 'node:path';
import { environmentForServices } from '@workflow/test-harness';

/** What Node.js runs as `workflow`, before its own arguments. */
export const CLI_PROGRAM = ['--no-warnings', join(import.meta.dirname, '../../packages/cli/src/main.ts')];

/** Has Node.js strip the types of the sources once, which is most of what a command costs, and not for each. */
export function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = environmentForServices();
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
