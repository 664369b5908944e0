/** What the watching thread saw at one moment. */
export interface LoopLook {
  /** Changes whenever the event loop looks at its timers. */
  beat: number;
  /** CPU time that the loop's thread has used so far, in milliseconds. */
  cpuMs: number;
}

/** A turn of the event loop, as far as it was seen from outside. */
export interface SeenTurn {
  beat: number;
  /** CPU time of the thread when the turn was first seen. */
  sinceCpuMs: number;
  /** The turn was long enough once to ask who has it. */
  wasAsked: boolean;
}

/** `ask`: it took half of the limit, so ask who has it. `over`: it took longer than the limit. */
export type TurnVerdict = 'fine' | 'ask' | 'over';

/**
 * Judges the present turn by the CPU time that it has taken. A thread that was stopped from outside – by a signal, a
 * debugger, or with its whole machine – uses none, and neither does one that waits for a processor.
 */
export function assessTurn(
  before: SeenTurn | null,
  { beat, cpuMs }: LoopLook,
  limitMs: number,
): { turn: SeenTurn; verdict: TurnVerdict } {
  if (before === null || before.beat !== beat)
    return { turn: { beat, sinceCpuMs: cpuMs, wasAsked: false }, verdict: 'fine' };
  const spentMs = cpuMs - before.sinceCpuMs;
  if (spentMs >= limitMs) return { turn: before, verdict: 'over' };
  if (before.wasAsked || spentMs < limitMs / 2) return { turn: before, verdict: 'fine' };
  return { turn: { ...before, wasAsked: true }, verdict: 'ask' };
}
