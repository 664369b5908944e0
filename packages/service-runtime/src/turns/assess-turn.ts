/** A sample that the watching thread took of the event loop. */
export interface LoopSample {
  /** Changes whenever the event loop looks at its timers. */
  beat: number;
  /** The CPU time that the loop's thread has used so far, in milliseconds. */
  cpuMs: number;
}

/** A turn of the event loop, as far as it was seen from outside. */
export interface SeenTurn {
  beat: number;
  /** The CPU time of the thread when the turn was first seen. */
  sinceCpuMs: number;
  /** True once the turn was long enough to ask for its owner. */
  wasAsked: boolean;
}

/** `ask`: the turn took half of the limit, so its owner is asked for. `over`: it took longer than the limit. */
export type TurnVerdict = 'fine' | 'ask' | 'over';

/**
 * Judges the present turn by its CPU time. A thread uses none while it is stopped from outside (by a signal, a debugger
 * or with its whole machine) or waits for a processor.
 */
export function assessTurn(
  before: SeenTurn | null,
  { beat, cpuMs }: LoopSample,
  limitMs: number,
): { turn: SeenTurn; verdict: TurnVerdict } {
  if (before === null || before.beat !== beat)
    return { turn: { beat, sinceCpuMs: cpuMs, wasAsked: false }, verdict: 'fine' };
  const spentMs = cpuMs - before.sinceCpuMs;
  if (spentMs >= limitMs) return { turn: before, verdict: 'over' };
  if (before.wasAsked || spentMs < limitMs / 2) return { turn: before, verdict: 'fine' };
  return { turn: { ...before, wasAsked: true }, verdict: 'ask' };
}
