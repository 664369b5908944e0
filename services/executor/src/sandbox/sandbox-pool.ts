import type { SandboxAnswer, SandboxRequest } from './sandbox-protocol.ts';
import { sandboxFailure } from './sandbox-protocol.ts';
import type { SandboxWorker } from './sandbox-worker.ts';
import { startSandboxWorker } from './sandbox-worker.ts';

export interface SandboxOptions {
  /** Processes at most; they start when first needed and stay. */
  processes: number;
  /** Requests that may wait for a process; one more fails with SANDBOX_BUSY. */
  maxQueued: number;
  /** Heap of one process. */
  heapMegabytes: number;
}

export interface Sandbox {
  /** Runs a program where it can harm nothing. Rejects with the signal's reason when aborted, never otherwise. */
  run(request: SandboxRequest, signal?: AbortSignal): Promise<SandboxAnswer>;
  /** Ends all processes; what waits or runs is answered SANDBOX_FAILED. */
  close(): Promise<void>;
}

interface Waiting {
  request: SandboxRequest;
  resolve: (answer: SandboxAnswer) => void;
  /** Set while a process works on it. */
  worker: SandboxWorker | null;
}

/** After these the memory of the process may have grown for good, so it is replaced. */
const REPLACE_AFTER = new Set(['CODE_MEMORY', 'SANDBOX_FAILED']);

/** A pool of sandbox processes, each working on one request at a time. A process that was killed is replaced at once. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const idle: SandboxWorker[] = [];
  const workers = new Set<SandboxWorker>();
  const queue: Waiting[] = [];
  let closed = false;

  function spawn(): void {
    const worker = startSandboxWorker(options.heapMegabytes);
    workers.add(worker);
    void worker.ready.then((ready) => {
      if (!ready || closed) return;
      idle.push(worker);
      pump();
    });
    void worker.gone.then(() => {
      workers.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      void worker.ready.then((ready) => replace(ready));
    });
  }

  /** A process that never became ready is not replaced for its own sake: that would loop while none can start. */
  function replace(wasReady: boolean): void {
    if (closed) return;
    if (wasReady) spawn();
    else for (const waiting of queue.splice(0)) waiting.resolve(sandboxFailure('SANDBOX_FAILED', 'no sandbox process could be started'));
  }

  function pump(): void {
    while (queue.length > 0) {
      const worker = idle.pop();
      if (worker === undefined) {
        if (workers.size < options.processes) spawn();
        return;
      }
      if (worker.alive) void work(worker, queue.shift() as Waiting);
    }
  }

  async function work(worker: SandboxWorker, waiting: Waiting): Promise<void> {
    waiting.worker = worker;
    const answer = await worker.ask(waiting.request);
    waiting.resolve(answer);
    if (answer.kind === 'failure' && (answer.spoilt === true || REPLACE_AFTER.has(answer.code))) worker.kill();
    else if (worker.alive && !closed) {
      idle.push(worker);
      pump();
    }
  }

  function abort(waiting: Waiting): void {
    if (waiting.worker) waiting.worker.kill();
    const at = queue.indexOf(waiting);
    if (at >= 0) queue.splice(at, 1);
  }

  return {
    run(request, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (closed) return Promise.resolve(sandboxFailure('SANDBOX_FAILED', 'the sandbox is closed'));
      if (queue.length >= options.maxQueued) return Promise.resolve(sandboxFailure('SANDBOX_BUSY', 'too many programs wait for the sandbox'));
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          abort(waiting);
          reject(signal?.reason as Error);
        };
        const waiting: Waiting = {
          request,
          worker: null,
          resolve: (answer) => {
            signal?.removeEventListener('abort', onAbort);
            resolve(answer);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(waiting);
        pump();
      });
    },
    async close() {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.resolve(sandboxFailure('SANDBOX_FAILED', 'the sandbox is closed'));
      const ending = [...workers].map((worker) => worker.gone);
      for (const worker of workers) worker.kill();
      await Promise.all(ending);
    },
  };
}
