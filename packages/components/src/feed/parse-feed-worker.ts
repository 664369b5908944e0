import { parentPort, workerData } from 'node:worker_threads';
import { readEntries } from './read-entries.ts';

try {
  parentPort?.postMessage({ entries: readEntries(String(workerData)) });
} catch (error) {
  parentPort?.postMessage({ reason: error instanceof Error ? error.message : String(error) });
}
