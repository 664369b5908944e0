import { describeInProcess } from './describe-in-process.ts';
import { writeDescribed } from './described-package.ts';
import type { LoadedPackages, LeftOutPackage } from './load-packages.ts';
import { manifestFileOf } from './package-id.ts';

/**
 * Has manually placed packages describe themselves, each in a separate process. Writes the descriptions next to them,
 * where every service reads them. @returns the packages without a written description, and the reasons
 */
export async function describeManualPackages(
  directory: string,
  { undescribed }: Pick<LoadedPackages, 'undescribed'>,
): Promise<LeftOutPackage[]> {
  const failed: LeftOutPackage[] = [];
  for (const { name, version, folder, filesDigest } of undescribed) {
    const manifest = await describeInProcess(folder);
    try {
      await writeDescribed(manifestFileOf(directory, { name, version }), filesDigest, manifest);
    } catch (error) {
      failed.push({ name, version, reason: `its manifest cannot be written: ${(error as Error).message}` });
    }
  }
  return failed;
}
