import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { processUser } from '../processes/process-user.ts';
import { slowDown } from '../processes/slow-down.ts';
import { AnsweredWork, sendWork } from './ask-work.ts';
import type { SandboxAnswer, SandboxRequest } from './sandbox-protocol.ts';
import { readSandboxAnswer } from './read-sandbox-answer.ts';
import { sandboxFailure } from './sandbox-protocol.ts';

/** How long after its own limit a program is given to answer before its process is killed. */
const KILL_GRACE_MS = 250;
const START_TIMEOUT_MS = 60_000;

/** How the start of a process went. `late`: it was not ready in time, as on a machine without CPU time to spare. */
export type SandboxStart = 'ready' | 'late' | 'ended';

/** One sandbox process, from its start to its end. */
export interface SandboxWorker {
  /** Settles when the process is ready, or will not be. */
  readonly start: Promise<SandboxStart>;
  /** Settles when the process is gone. */
  readonly gone: Promise<void>;
  readonly alive: boolean;
  /** One request at a time. Never rejects. Afterwards the process may be gone, if its program had to be killed. */
  ask(request: SandboxRequest): Promise<SandboxAnswer>;
  /** Lowers the CPU priority of the process for good: raising it again would need a privilege. */
  yield(): void;
  /** It has a lower priority than it had at its start. */
  readonly yields: boolean;
  kill(): void;
}

/** What the process may read: its bundle, or our sources and the packages they use, nothing else of the disk. */
function readableFolders(entry: string): string[] {
  // Of the package's description, Node.js reads that its files are modules.
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
 * Niceness of a sandbox process: beside a service that wants a whole processor it gets a third of it. A program works
 * for one organization, the services for all.
 */
const PRIORITY = 5;
/** Niceness after `yield`: a tenth. */
const YIELDING_PRIORITY = 10;

interface StartOptions {
  heapMegabytes: number;
  /** Of the sandbox processes of this service, the number that no other one has now: its user follows from it. */
  place: number;
  /** It may fail to start then, where others may not read the program's files. */
  asOtherUser: boolean;
  /** The file of the program. */
  entry: string;
  /** It has the lower priority from its start. */
  alwaysYields?: boolean | undefined;
  startTimeoutMs?: number;
  /** The Node.js that runs it. */
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
  // A full or broken channel is noticed by the process's end or a missing answer.
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
    const answered = request.kind === 'work' ? new AnsweredWork(request.limits) : null;
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
    if (request.kind === 'work') void sendWork(request, (message) => child.send(message, onSent));
    else child.send(request, onSent);
  });
}

/** @param answer null: what no intact process sends */
function proper(answer: SandboxAnswer | null): SandboxAnswer {
  return answer ?? sandboxFailure('SANDBOX_FAILED', 'the sandbox gave no proper answer');
}

/** Node.js aborts (SIGABRT) when its heap is full; SIGKILL from elsewhere is the kernel's when memory runs out. */
function afterExit(request: SandboxRequest, timedOut: boolean, signal: string | null): SandboxAnswer {
  const ranOutOfMemory = signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL';
  if (request.kind === 'work' && (timedOut || ranOutOfMemory))
    return sandboxFailure(
      'DATA_LIMIT',
      timedOut ? `it took longer than ${request.limits.timeoutMs} ms` : 'it took more memory than it may',
    );
  const subject = request.kind === 'code' ? 'the code' : 'the expression';
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
  return sandboxFailure('SANDBOX_FAILED', `the sandbox process ended (${signal ?? 'exit'})`);
}
