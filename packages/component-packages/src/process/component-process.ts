import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import {
  callFailure,
  MAX_FAILURE_BYTES,
  readFailure,
  readResult,
  type CallLimits,
  type ComponentAnswer,
  type ComponentCall,
} from './component-call.ts';
import { encodeFrame, FRAME, FrameReader, FrameTooLarge, MAX_DATA_BYTES, type Frame } from './frames.ts';
import { NetworkStreams } from './network-streams.ts';
import { startProcess, type ProcessOptions } from './start-process.ts';
import { watchMemory } from './watch-memory.ts';

/** Runs outside any owner: the first of many callers must not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

const START_TIMEOUT_MS = 30_000;
/** The frames without data that one call may send. More of them end the process. */
const MAX_CONTROL_FRAMES = 10_000;
const MAX_CONTROL_BYTES = 1_024;
/** The bytes of frames that a process may send at any time. */
const LIMITS: Readonly<Record<number, number>> = {
  [FRAME.ready]: 0,
  [FRAME.end]: 0,
  [FRAME.closed]: 0,
  [FRAME.failure]: MAX_FAILURE_BYTES,
  [FRAME.open]: MAX_CONTROL_BYTES,
  [FRAME.lookUp]: MAX_CONTROL_BYTES,
  [FRAME.data]: MAX_DATA_BYTES,
};

interface PendingCall {
  id: number;
  limits: CallLimits;
  settle: (answer: ComponentAnswer) => void;
}

function tooMuch({ maxMemoryBytes }: ProcessOptions): string {
  return `The component used more than ${Math.round(maxMemoryBytes / 1_048_576)} MiB of memory`;
}

function failureOfFrame(error: Error, call: PendingCall | null): ComponentAnswer {
  if (error instanceof FrameTooLarge && error.kind === FRAME.result && call !== null)
    return callFailure('too-large', `The answer has more than ${call.limits.maxAnswerBytes} bytes`);
  return callFailure('crashed', `The process of the component was ended: ${error.message}`);
}

/**
 * One component process, from its start to its end. It runs one call at a time, of one package and one organization.
 */
export class ComponentProcess {
  /** Settles when the process has ended. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #options: ProcessOptions;
  readonly #ready = Promise.withResolvers<boolean>();
  #call: PendingCall | null = null;
  /** The network of the running call, or of the last one, which then refuses. */
  #network: NetworkStreams | null = null;
  /** The number of control frames since the last call began. */
  #controlFrames = 0;
  #lastCall = 0;
  #alive = true;
  /** The reason why the executor ended it. It is null while it runs or when it ended by itself. */
  #endedFor: ComponentAnswer | null = null;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#child = outsideOfCallers(() => startProcess(options));
    const { pid } = this.#child;
    this.#pipe = this.#child.stdio[3] as Duplex;
    // Each connection may wait for room in the pipe.
    this.#pipe.setMaxListeners(0);
    const stopWatching =
      pid === undefined
        ? () => undefined
        : watchMemory(pid, options.maxMemoryBytes, () => this.#end(callFailure('memory', tooMuch(options))));
    this.#read();
    this.gone = new Promise((resolve) => {
      const onGone = (): void => {
        stopWatching();
        this.#onGone();
        resolve();
      };
      this.#child.once('exit', onGone);
      this.#child.once('error', onGone);
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Resolves to true when it takes calls, and to false when it did not start. Node.js and the package's folder decide
   * that, not the package's code.
   */
  async starts(): Promise<boolean> {
    const late = setTimeout(() => this.kill(), START_TIMEOUT_MS);
    const isReady = await this.#ready.promise;
    clearTimeout(late);
    return isReady;
  }

  /** Runs a call. Never rejects. Afterwards the process may have ended. @param signal ends the process when it fires */
  call(call: ComponentCall, limits: CallLimits, signal?: AbortSignal): Promise<ComponentAnswer> {
    return new Promise((resolve) => {
      const onAbort = (): void => this.#end(callFailure('crashed', 'the call was aborted'));
      const timer = setTimeout(() => {
        const seconds = limits.timeoutMs / 1_000;
        this.#end(callFailure('timed-out', `The component took longer than ${seconds} s`));
      }, limits.timeoutMs);
      const network = new NetworkStreams(this.#pipe, this.#options.network);
      this.#network = network;
      this.#controlFrames = 0;
      this.#lastCall += 1;
      this.#call = {
        id: this.#lastCall,
        limits,
        settle: (answer) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          network.close();
          this.#call = null;
          resolve(answer);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
      this.#pipe.write(encodeFrame(FRAME.call, this.#lastCall, JSON.stringify(call)));
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #read(): void {
    const reader = new FrameReader((kind) => this.#limitOf(kind));
    this.#pipe.on('data', (chunk: Buffer) => {
      if (this.#endedFor !== null) return;
      try {
        for (const frame of reader.read(chunk)) this.#receive(frame);
      } catch (error) {
        this.#end(failureOfFrame(error as Error, this.#call));
      }
    });
    // The end of the process has the more precise reason.
    this.#pipe.on('error', () => undefined);
  }

  /** Returns the bytes that a frame of the process may have now. */
  #limitOf(kind: number): number | undefined {
    return kind === FRAME.result ? this.#call?.limits.maxAnswerBytes : LIMITS[kind];
  }

  #receive(frame: Frame): void {
    if (frame.kind === FRAME.ready) this.#ready.resolve(true);
    else if (frame.kind === FRAME.result || frame.kind === FRAME.failure) this.#settle(this.#call, frame);
    else {
      if (frame.kind !== FRAME.data) this.#controlFrames += 1;
      if (this.#network === null || this.#controlFrames > MAX_CONTROL_FRAMES)
        throw new RangeError(`it sent more than ${MAX_CONTROL_FRAMES} frames`);
      this.#network.receive(frame);
    }
  }

  /** Accepts only the answer to the running call. */
  #settle(call: PendingCall | null, { kind, id, payload }: Frame): void {
    if (call === null || id !== call.id) throw new RangeError('it answered a call that it did not get');
    const answer = kind === FRAME.result ? readResult(payload) : readFailure(payload);
    if (answer === null) throw new RangeError('its answer is invalid');
    call.settle(answer);
  }

  #end(why: ComponentAnswer): void {
    this.#endedFor ??= why;
    this.kill();
  }

  #onGone(): void {
    this.#alive = false;
    this.#ready.resolve(false);
    const { exitCode, signalCode } = this.#child;
    const how = signalCode ?? `exit ${exitCode}`;
    // Node.js aborts when its heap is full.
    const crashed =
      signalCode === 'SIGABRT' || signalCode === 'SIGTRAP'
        ? callFailure('memory', tooMuch(this.#options))
        : callFailure('crashed', `The process of the component ended (${how})`);
    this.#call?.settle(this.#endedFor ?? crashed);
  }
}
