import type { Repetition } from '../retry/repeat.ts';
import { runCollectionSweep, type CollectionSweepParts } from './run-collection-sweep.ts';
import { runFileSweep, type FileSweepParts } from './run-file-sweep.ts';

/** Deletes files, rows and stored values that nothing needs. */
export function runSweeps(parts: FileSweepParts & CollectionSweepParts): Repetition[] {
  return [runFileSweep(parts), runCollectionSweep(parts)];
}
