// The thread that watches the event loop of the main one. It loads the code that ends the process only when it needs
// it.
import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { assessTurn, type SeenTurn } from './assess-turn.ts';
import type { TurnAnswer } from './blocked-turn.ts';
import { mainThreadCpuMs } from './thread-cpu.ts';
import type { TurnWatchStart } from './watch-turns.ts';

const LOOK_EVERY_MS = 250;
/** The part of the limit that the blocked thread may take to answer. It is small so that the outage stays short. */
const ANSWER_PART = 0.2;
/** However short the limit is, the thread first needs a processor. */
const LEAST_ANSWER_MS = 500;

const start = workerData as TurnWatchStart;
const beats = new Int32Array(start.beats);
const answerWithinMs = Math.max(start.limitMs * ANSWER_PART, LEAST_ANSWER_MS);
let turn: SeenTurn | null = null;
let first: TurnAnswer | null = null;
let ask: ((withinMs: number) => Promise<TurnAnswer | null>) | null = null;

async function askWhoHasIt(): Promise<TurnAnswer | null> {
  ask ??= (await import('./ask-main-thread.ts')).createAsker();
  return ask(answerWithinMs);
}

for (;;) {
  await pause(Math.min(LOOK_EVERY_MS, start.limitMs / 10));
  const assessed = assessTurn(turn, { beat: Atomics.load(beats, 0), cpuMs: mainThreadCpuMs() }, start.limitMs);
  turn = assessed.turn;
  if (assessed.verdict === 'fine' && !turn.wasAsked) first = null;
  if (assessed.verdict === 'ask') first = await askWhoHasIt();
  if (assessed.verdict !== 'over') continue;
  const last = await askWhoHasIt();
  // The turn may have ended while its owner was asked for.
  if (Atomics.load(beats, 0) !== turn.beat) continue;
  const { endBlockedProcess } = await import('./end-blocked-process.ts');
  await endBlockedProcess(start, { first, last, cpuMs: Math.round(mainThreadCpuMs() - turn.sinceCpuMs) });
}
