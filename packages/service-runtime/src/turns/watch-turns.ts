import { Worker } from 'node:worker_threads';
import type { Logger } from '../logger.ts';
import type { ServiceConfig } from '../service-config.ts';
import { ANSWER_SYMBOL, type TurnAnswer } from './blocked-turn.ts';
import { ownerOfTurn } from './turn-owner.ts';

/** How often the loop shows that it looks at its timers. */
const BEAT_MS = 250;
const STACK_FRAMES = 30;
/** The thread reads two numbers four times a second, and loads more only when it ends the process. */
const HEAP_MB = 48;
const YOUNG_HEAP_MB = 2;

export interface TurnWatchOptions {
  service: string;
  /** With a `turnLimitMs` of 0, turns are not watched. */
  config: Pick<ServiceConfig, 'turnLimitMs' | 'logLevel' | 'logPretty'>;
  logger: Logger;
  /** The URL of a module whose default export is a `RecordBlockedTurn`, and the options for it. */
  recorder: { url: string; options: unknown };
  /** Returns the ids of the sessions that this process has claimed. A process without it runs no sessions. */
  active?: () => string[];
}

/** The data that the watching thread starts with. */
export interface TurnWatchStart extends Pick<TurnWatchOptions, 'service' | 'recorder'> {
  /** The limit of CPU time of one turn, in milliseconds. */
  limitMs: number;
  logLevel: string;
  logPretty: boolean;
  beats: SharedArrayBuffer;
}

export interface TurnWatch {
  /** Ends the watching thread. */
  stop(): Promise<void>;
}

/**
 * Watches the event loop of this thread from another one. A turn that takes `turnLimitMs` of CPU time is logged and
 * recorded with its owner (a session, route or background task), and ends the process with SIGKILL.
 */
export function watchTurns({ service, config, logger, recorder, active }: TurnWatchOptions): TurnWatch {
  const { turnLimitMs: limitMs, logLevel, logPretty } = config;
  if (limitMs === 0) return { stop: () => Promise.resolve() };
  Object.assign(globalThis, { [Symbol.for(ANSWER_SYMBOL)]: () => JSON.stringify(answer(active)) });
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const start: TurnWatchStart = { service, limitMs, logLevel, logPretty, recorder, beats };
  const thread = new Worker(new URL(import.meta.resolve('./turn-watch-thread.ts')), {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  thread.unref();
  thread.on('error', (err) =>
    logger.error({ err }, 'Stopped watching the event loop because the watching thread failed'),
  );
  const beating = setInterval(() => void Atomics.add(counter, 0, 1), BEAT_MS).unref();
  return {
    stop: async () => {
      clearInterval(beating);
      await thread.terminate();
    },
  };
}

/** Runs in an interrupt of the code that blocks the loop, so it only reads. */
function answer(active: (() => string[]) | undefined): TurnAnswer {
  const owner = ownerOfTurn();
  return {
    owner: owner && { kind: owner.kind, name: owner.name, organizationId: owner.organizationId },
    stack: runningFunctions(),
    active: active?.() ?? [],
  };
}

/** Returns the stack without source maps, which would be read first. */
function runningFunctions(): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = STACK_FRAMES;
    Error.prepareStackTrace = (_error, frames) => frames.map(String).join('\n');
    return String(new Error('a stack').stack);
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}
