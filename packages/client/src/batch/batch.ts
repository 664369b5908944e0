import { throwIfAborted } from '../http/abort.ts';
import type { Transport } from '../http/transport.ts';
import type { Starts } from '../runs/resolve-start.ts';
import type { BatchResult, BatchRun } from './batch-run.ts';
import { sendWindow } from './send-window.ts';
import { WindowSource } from './window-source.ts';

/** Starts runs and yields their results in the order of the runs. */
export async function* runBatch(
  transport: Transport,
  starts: Starts,
  runs: Iterable<BatchRun> | AsyncIterable<BatchRun>,
  signal?: AbortSignal,
): AsyncGenerator<BatchResult, void, void> {
  const source = new WindowSource(runs, starts);
  try {
    for (;;) {
      const window = await source.take(signal);
      if (window.size === 0) return;
      for await (const results of sendWindow(window, { transport, starts, signal })) {
        source.settled(results.length);
        for (const result of results) {
          throwIfAborted(signal);
          yield result;
        }
      }
    }
  } finally {
    source.close();
  }
}
