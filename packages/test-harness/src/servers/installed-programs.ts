import { spawnSync } from 'node:child_process';

/** Programs that npm does not bring, and how to have them on Debian. */
const HOW_TO_HAVE = {
  'redis-server': 'apt-get install redis-server',
  pgbouncer: 'apt-get install pgbouncer',
  faketime: 'apt-get install faketime',
} as const;

export type OutsideProgram = keyof typeof HOW_TO_HAVE;

export function isInstalled(program: OutsideProgram): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** One sentence: which program is missing and how to have it. */
export const sayHowToHave = (program: OutsideProgram): string =>
  `${program} is not installed (${HOW_TO_HAVE[program]})`;
