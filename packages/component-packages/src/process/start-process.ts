import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processUser, slowDown } from '@workflow/sandbox';
import type { NetworkOptions } from './network-streams.ts';

const ENTRY = fileURLToPath(import.meta.resolve('../inside/component-process.ts'));
/**
 * The program of util-linux that has the kernel end the process together with its parent. It then becomes the program.
 */
const SETPRIV = '/usr/bin/setpriv';
const WITH_PARENT = ['--pdeathsig', 'KILL', '--'];
/**
 * The niceness of a process. Next to a service that uses a whole processor, a process gets a tenth of a processor. It
 * works for one organization.
 */
const PRIORITY = 10;
/** The memory that Node.js needs in addition to V8's heap. */
const OUTSIDE_HEAP_MB = 64;

export interface ProcessOptions {
  /** The package's folder. The process may read only this folder and its own program. */
  folder: string;
  /** The resident memory in bytes. */
  maxMemoryBytes: number;
  network: NetworkOptions;
  /** The number of this process among those of the executor, unique while it runs. The system user follows from it. */
  place: number;
}

let canEndWithParent: boolean | undefined;

/** Starts the program of a component process. Its pipe is the fourth of its streams. */
export function startProcess(options: ProcessOptions): ChildProcess {
  const [command, ...args] = [...untilParentEnds(), process.execPath, ...argumentsOf(options)] as [string, ...string[]];
  const child = spawn(command, args, {
    env: {},
    cwd: '/',
    ...processUser('component', options.place),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  slowDown(child.pid, PRIORITY);
  return child;
}

/**
 * Returns the command that ends the process with the executor. A process that never returns to its event loop does not
 * notice the end of its pipe. Where the system supports it, the kernel ends the process with the executor, however that
 * ended.
 */
function untilParentEnds(): string[] {
  canEndWithParent ??=
    process.platform === 'linux' &&
    spawnSync(SETPRIV, [...WITH_PARENT, '/usr/bin/true'], { stdio: 'ignore' }).status === 0;
  return canEndWithParent ? [SETPRIV, ...WITH_PARENT] : [];
}

/** Lists the files of this program that the process may read: the bundle, or its sources where there is no bundle. */
function programFiles(): string[] {
  if (ENTRY.endsWith('.js')) return [`${dirname(ENTRY)}/`, join(dirname(ENTRY), '../package.json')];
  const root = join(dirname(ENTRY), '../..');
  const model = join(root, '../workflow-model');
  return [
    join(root, 'src/inside/'),
    join(root, 'src/process/'),
    join(root, 'package.json'),
    join(root, 'node_modules/@workflow/workflow-model'),
    join(model, 'src/'),
    join(model, 'package.json'),
  ];
}

function argumentsOf({ folder, maxMemoryBytes }: ProcessOptions): string[] {
  const heapMb = Math.max(32, Math.floor(maxMemoryBytes / 1_048_576) - OUTSIDE_HEAP_MB);
  return [
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    '--no-warnings',
    '--disable-sigusr1',
    '--disable-proto=delete',
    '--permission',
    ...[...programFiles(), `${folder}/`].map((path) => `--allow-fs-read=${path}`),
    ENTRY,
    folder,
  ];
}
