import { newIdempotencyKey } from '../runs/new-idempotency-key.ts';
import type { Start } from '../runs/resolve-start.ts';
import type { BatchRun } from './batch-run.ts';

/** A run as it is sent. Its text stays the same through all tries: the key is bound to the bytes. */
export interface BatchLine {
  index: number;
  run: BatchRun;
  start: Start;
  text: string;
  /** It was sent with a trigger that was kept, and may be sent once more with another. */
  mayStartElsewhere: boolean;
}

/** The line of a run that starts there. */
export function batchLine(index: number, run: BatchRun, start: Start): BatchLine {
  const { mode, values = {}, idempotencyKey = newIdempotencyKey(), componentId } = run;
  const text = JSON.stringify({
    ...start,
    ...(mode !== undefined && { mode }),
    placeholderValues: values,
    idempotencyKey,
  });
  return { index, run, start, text: `${text}\n`, mayStartElsewhere: componentId === undefined };
}
