import type { StoredFiles } from '@workflow/session-store';
import type { ObjectStore } from './object-store.ts';

/** The row of a younger object may be in a transaction that is not seen yet. */
const MIN_AGE_MS = 24 * 3_600_000;
const FILE_ID = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export interface OrphanSweep {
  /** The last key that was looked at, from where the next part goes on; '' at the end. */
  after: string;
  deleted: number;
}

/**
 * Deletes objects whose file has no row, as an older backup of the database leaves them, a part of the bucket at a
 * time. Objects that are not called like files are left alone.
 * @param nowMs milliseconds since the epoch
 */
export async function sweepOrphans(
  objects: Pick<ObjectStore, 'list' | 'delete'>,
  files: Pick<StoredFiles, 'findOrphans'>,
  after: string,
  nowMs: number,
): Promise<OrphanSweep> {
  const listed = await objects.list(after);
  const byFile = new Map<string, string>();
  for (const { key, changedAt } of listed) {
    const fileId = FILE_ID.exec(key)?.[1];
    if (fileId !== undefined && changedAt.getTime() < nowMs - MIN_AGE_MS) byFile.set(fileId, key);
  }
  const orphans = byFile.size === 0 ? [] : await files.findOrphans(byFile);
  for (const objectKey of orphans) await objects.delete({ objectKey, uploadId: null });
  return { after: listed.at(-1)?.key ?? '', deleted: orphans.length };
}
