import type { Repetition } from '../retry/repeat.ts';
import { runCollectionSweep, type CollectionSweepParts } from './run-collection-sweep.ts';
import { runFileSweep, type FileSweepParts } from './run-file-sweep.ts';

/** Deletes what nothing names or wants any more: files, rows and stored values. */
export function runSweeps(parts: FileSweepParts & CollectionSweepParts): Repetition[] {
  return [runFileSweep(parts), runCollectionSweep(parts)];
}
