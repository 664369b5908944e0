import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { processUser } from '../processes/process-user.ts';
import { slowDown } from '../processes/slow-down.ts';
import { DataJobAnswer, sendDataJob } from './ask-data-job.ts';
import type { SandboxAnswer, SandboxRequest } from './sandbox-protocol.ts';
import { readSandboxAnswer } from './read-sandbox-answer.ts';
import { sandboxFailure } from './sandbox-protocol.ts';

/** Milliseconds after its time limit in which a program may answer before its process is killed. */
const KILL_GRACE_MS = 250;
const START_TIMEOUT_MS = 60_000;

/**
 * The result of starting a process. `late` means that it was not ready in time, as on a machine without free CPU time.
 */
export type SandboxStart = 'ready' | 'late' | 'ended';

/** One sandbox process, from its start to its end. */
export interface SandboxWorker {
  /** Settles when the process is ready, or when it is clear that it will not be. */
  readonly start: Promise<SandboxStart>;
  /** Settles when the process has ended. */
  readonly gone: Promise<void>;
  readonly alive: boolean;
  /**
   * Answers one request at a time. Never rejects. Afterwards the process may have ended, if its program had to be
   * killed.
   */
  ask(request: SandboxRequest): Promise<SandboxAnswer>;
  /** Lowers the CPU priority of the process permanently, because raising it again would need a privilege. */
  yield(): void;
  /** True if it has a lower priority than at its start. */
  readonly yields: boolean;
  kill(): void;
}

/**
 * Returns the only folders that the process may read: its bundle, or the sources of this repository and the packages
 * that they use.
 */
function readableFolders(entry: string): string[] {
  // Node.js reads from package.json that the files are modules.
  if (entry.endsWith('.js')) return [dirname(entry), join(dirname(entry), '../package.json')];
  const root = join(import.meta.dirname, '../../../..');
  const installed = createRequire(import.meta.url)
    .resolve('quickjs-emscripten-core')
    .split('node_modules');
  const store = [...installed.slice(0, -1), ''].join('node_modules');
  return [
    join(root, 'services'),
    join(root, 'packages'),
    join(root, 'node_modules'),
    join(root, 'package.json'),
    store,
  ];
}

/**
 * The niceness of a sandbox process. In competition with a service that uses a whole processor it gets a third of a
 * processor. A program runs for one organization, the services run for all.
 */
const PRIORITY = 5;
/** The niceness after `yield`. The process gets a tenth of a processor. */
const YIELDING_PRIORITY = 10;

interface StartOptions {
  heapMegabytes: number;
  /** A number of this process among those of the service, unique while it runs. It determines the system user. */
  place: number;
  /** If true, it runs as another system user. It may fail to start if that user may not read the program's files. */
  asOtherUser: boolean;
  /** The file of the program. */
  entry: string;
  /** If true, it starts with the lower priority. */
  alwaysYields?: boolean | undefined;
  startTimeoutMs?: number;
  /** The Node.js executable that runs it. */
  execPath?: string;
}

export function startSandboxWorker(options: StartOptions): SandboxWorker {
  const { heapMegabytes, place, asOtherUser, startTimeoutMs = START_TIMEOUT_MS, execPath = process.execPath } = options;
  const { entry, alwaysYields = false } = options;
  const child = fork(entry, {
    execPath,
    env: {},
    cwd: '/',
    ...(asOtherUser && processUser('sandbox', place)),
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      '--disallow-code-generation-from-strings',
      '--disable-proto=delete',
      '--no-warnings',
      '--disable-sigusr1',
      '--permission',
      ...readableFolders(entry).map((folder) => `--allow-fs-read=${folder}`),
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  slowDown(child.pid, alwaysYields ? YIELDING_PRIORITY : PRIORITY);
  let alive = true;
  let yields = false;
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      alive = false;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  // The end of the process or a missing answer reveals a full or broken channel.
  child.on('error', () => child.kill('SIGKILL'));
  return {
    start: waitForStart(child, gone, startTimeoutMs),
    gone,
    get alive() {
      return alive;
    },
    ask: (request) => ask(child, request),
    yield() {
      if (!alive || alwaysYields) return;
      yields = true;
      slowDown(child.pid, YIELDING_PRIORITY);
    },
    get yields() {
      return yields;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function waitForStart(child: ChildProcess, gone: Promise<void>, timeoutMs: number): Promise<SandboxStart> {
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const settle = (start: SandboxStart): void => {
      clearTimeout(timer);
      resolve(start);
    };
    child.once('message', () => settle('ready'));
    void gone.then(() => settle(isLate ? 'late' : 'ended'));
  });
}

function ask(child: ChildProcess, request: SandboxRequest): Promise<SandboxAnswer> {
  return new Promise((resolve) => {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, request.limits.timeoutMs + KILL_GRACE_MS);
    const settle = (answer: SandboxAnswer | Promise<SandboxAnswer>) => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(answer);
    };
    const answered = request.kind === 'data-job' ? new DataJobAnswer(request.limits) : null;
    const onMessage = (message: unknown) => {
      if (answered === null) settle(proper(readSandboxAnswer(message, request.limits)));
      else {
        const answer = answered.take(message);
        if (answer !== 'more') settle(answer.then(proper));
      }
    };
    const onExit = (_code: number | null, signal: string | null) => settle(afterExit(request, timedOut, signal));
    child.on('message', onMessage);
    child.on('exit', onExit);
    const onSent = (error: Error | null) => {
      if (error) child.kill('SIGKILL');
    };
    if (request.kind === 'data-job') void sendDataJob(request, (message) => child.send(message, onSent));
    else child.send(request, onSent);
  });
}

/** @param answer null for a message that no intact process sends */
function proper(answer: SandboxAnswer | null): SandboxAnswer {
  return answer ?? sandboxFailure('SANDBOX_FAILED', 'The sandbox gave no proper answer');
}

/**
 * Returns the answer after the process ended. Node.js aborts (SIGABRT) if its heap is full. The kernel sends SIGKILL if
 * memory runs out.
 */
function afterExit(request: SandboxRequest, timedOut: boolean, signal: string | null): SandboxAnswer {
  const ranOutOfMemory = signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL';
  if (request.kind === 'data-job' && (timedOut || ranOutOfMemory))
    return sandboxFailure(
      'DATA_LIMIT',
      timedOut ? `It took longer than ${request.limits.timeoutMs} ms` : 'It used more memory than it may',
    );
  const subject = request.kind === 'code' ? 'The code' : 'The expression';
  if (timedOut) {
    return sandboxFailure(
      request.kind === 'code' ? 'CODE_TIMEOUT' : 'EXPRESSION_TIMEOUT',
      `${subject} ran longer than ${request.limits.timeoutMs} ms`,
    );
  }
  if (ranOutOfMemory) {
    return sandboxFailure(
      request.kind === 'code' ? 'CODE_MEMORY' : 'EXPRESSION_LIMIT',
      `${subject} used more memory than it may`,
    );
  }
  return sandboxFailure('SANDBOX_FAILED', `The sandbox process ended (${signal ?? 'exit'})`);
}
