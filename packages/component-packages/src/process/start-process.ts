import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NetworkOptions } from './network-streams.ts';

const ENTRY = fileURLToPath(import.meta.resolve('../inside/component-process.ts'));
/** The user and group `nobody` of Linux: owner of nothing, with no right over the processes of others. */
const NOBODY = 65_534;
/** Niceness: beside a service that wants a whole processor, a process gets a tenth. It works for one organization. */
const PRIORITY = 10;
/** What Node.js itself takes of the memory, beside V8's heap. */
const OUTSIDE_HEAP_MB = 64;

export interface ProcessOptions {
  /** The package's folder: all that the process may read, beside this program. */
  folder: string;
  /** Resident memory in bytes. */
  maxMemoryBytes: number;
  network: NetworkOptions;
}

/** Starts the program of a component process; its pipe is the fourth of its streams. */
export function startProcess(options: ProcessOptions): ChildProcess {
  const child = spawn(process.execPath, argumentsOf(options), {
    env: {},
    cwd: '/',
    ...otherUser(),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  slowDown(child.pid);
  return child;
}

/** Where the executor is root, the process is another user of the system, who may reach no process of its own. */
function otherUser(): { uid: number; gid: number } | undefined {
  return process.platform === 'linux' && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

/** What the process may read of this program: in the image its sources, else the bundle. */
function programFiles(): string[] {
  if (ENTRY.endsWith('.js')) return [`${dirname(ENTRY)}/`, join(dirname(ENTRY), '../package.json')];
  const root = join(dirname(ENTRY), '../..');
  return [join(root, 'src/inside/'), join(root, 'src/process/'), join(root, 'package.json')];
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

function slowDown(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // It has just ended, or it runs as a user whose processes this one may not change.
  }
}
