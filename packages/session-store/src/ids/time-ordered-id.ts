import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const RANDOM_BYTES = 16;
/** Ids for which random bytes are read in one call, because a call costs more than the rest of an id. */
const POOLED_IDS = 256;
/** If the clock goes back by more than this, its earlier time was wrong. Ids then follow the clock. */
const MAX_BACK_MS = 10_000;

const pool = new Uint8Array(RANDOM_BYTES * POOLED_IDS);
let usedBytes = pool.length;
let lastMs = 0;
let sequence = 0;

/**
 * Returns a UUID of version 7 (RFC 9562 §5.7) that sorts after all earlier ids of this process, even if the clock was
 * set back by a few seconds.
 */
export function timeOrderedId(): string {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  const random = pool.subarray(usedBytes, usedBytes + RANDOM_BYTES);
  usedBytes += RANDOM_BYTES;
  const now = Date.now();
  if (now > lastMs || now < lastMs - MAX_BACK_MS) {
    lastMs = now;
    // The highest bit is clear, so that the counter has room for the ids of one millisecond.
    sequence = ((random[6]! << 23) | (random[7]! << 16) | (random[8]! << 8) | random[9]!) >>> 0;
  } else {
    sequence += 1;
  }
  return uuidv7({ random, msecs: lastMs, seq: sequence });
}
