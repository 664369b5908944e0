const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The time after which a delivery is given up. */
const TRIED_FOR_MS = 72 * HOUR_MS;

/**
 * The pauses between attempts. The last one repeats. The timeout of the first attempt and the first pause are less than
 * 30 s together.
 */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];
/** The random fraction of a pause, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;

/**
 * Returns when to repeat a delivery after this many failed attempts, or null to give up.
 *
 * @param since when the delivery was created, in milliseconds
 * @param random uniform in [0, 1)
 */
export function nextAttemptAt(attempts: number, since: number, now: number, random: number): Date | null {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] as number;
  const at = now + pause * (1 + JITTER * random);
  if (now >= since + TRIED_FOR_MS) return null;
  return new Date(Math.min(at, since + TRIED_FOR_MS));
}
