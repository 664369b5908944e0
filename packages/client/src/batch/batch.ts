import type { Transport } from '../http/transport.ts';
import type { Starts } from '../runs/resolve-start.ts';
import type { BatchResult, BatchRun } from './batch-run.ts';
import { LineSource } from './line-source.ts';
import { sendWindow } from './send-window.ts';

/** Starts runs, and gives their results in the order of the runs. */
export async function* runBatch(
  transport: Transport,
  starts: Starts,
  runs: Iterable<BatchRun> | AsyncIterable<BatchRun>,
  signal?: AbortSignal,
): AsyncGenerator<BatchResult, void, void> {
  const source = new LineSource(runs, starts);
  try {
    for (;;) {
      const entries = await source.take(signal);
      if (entries.length === 0) return;
      for await (const results of sendWindow(entries, { transport, starts, signal })) yield* results;
    }
  } finally {
    source.close();
  }
}
