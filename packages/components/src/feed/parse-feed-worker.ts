import { parentPort, workerData } from 'node:worker_threads';
import { guardJsonParse } from '@workflow/workflow-model';
import { readEntries } from './read-entries.ts';

guardJsonParse();
try {
  const { text, url } = workerData as { text: string; url: string };
  parentPort?.postMessage({ entries: readEntries(text, url) });
} catch (error) {
  parentPort?.postMessage({ reason: error instanceof Error ? error.message : String(error) });
}
