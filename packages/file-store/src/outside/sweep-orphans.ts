import type { StoredFiles } from '@workflow/session-store';
import type { ObjectStore } from './object-store.ts';

/** The row of a younger object may be in a transaction that is not visible yet. */
const MIN_AGE_MS = 24 * 3_600_000;
const FILE_ID = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export interface OrphanSweep {
  /** The last key that was checked, after which the next page begins; '' at the end. */
  after: string;
  deleted: number;
}

/**
 * Deletes objects whose file has no row, which a restore of an older backup leaves behind. It checks one page of the
 * bucket at a time. Objects whose names do not end with a file id are left alone.
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
