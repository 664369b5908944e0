import { describeInProcess } from './describe-in-process.ts';
import { writeDescribed } from './described-package.ts';
import type { LoadedPackages, LeftOutPackage } from './load-packages.ts';
import { manifestFileOf } from './package-id.ts';

/**
 * Has packages that were laid there by hand say what they are, each in a process of its own, and writes what they say
 * beside them, where every service reads it. @returns those of which nothing was written, and why
 */
export async function describeLaidPackages(
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
