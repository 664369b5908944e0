import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord, writeRecord } from './components-record.ts';
import { folderOf, manifestFileOf, packageIdText, type PackageId } from './package-id.ts';

/**
 * Removes a package from the record, and deletes its folder and manifest. Running services retain what they have loaded
 * of it. @returns false when neither the record nor the folder of components has it
 */
export async function removePackage(directory: string, id: PackageId): Promise<boolean> {
  const recorded = await readRecord(directory);
  const others = recorded.filter((one) => packageIdText(one) !== packageIdText(id));
  const isRecorded = others.length < recorded.length;
  // The folder is renamed before the record changes. Otherwise it would count as manually placed.
  const part = join(directory, `.removing-${randomBytes(8).toString('hex')}`);
  const moved = await rename(folderOf(directory, id), part).then(
    () => true,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    },
  );
  if (isRecorded) await writeRecord(directory, others);
  await rm(manifestFileOf(directory, id), { force: true });
  await rm(part, { recursive: true, force: true });
  return isRecorded || moved;
}
