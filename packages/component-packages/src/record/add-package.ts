import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest } from '@workflow/component-kit';
import type { Checked } from '@workflow/workflow-model';
import { readPackageFolder } from '../folder/read-folder.ts';
import { downloadPackage } from '../registry/download-package.ts';
import { checkPackageFiles } from '../registry/package-json.ts';
import type { RegistrySettings } from '../registry/registry-settings.ts';
import { unpackTarball, type UnpackedFile } from '../registry/unpack-tarball.ts';
import { readRecord, writeRecord, type RecordedPackage } from './components-record.ts';
import { describeInProcess } from './describe-in-process.ts';
import { writeDescribed } from './described-package.ts';
import { loadPackages, refusalOf } from './load-packages.ts';
import { folderOf, manifestFileOf, packageIdText, type PackageId } from './package-id.ts';

/** Other users read the folder of components, such as the user of the processes that run it. */
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;

/**
 * Adds a package from the registry by its exact version. It checks the integrity, unpacks the package, has it describe
 * itself, and writes its manifest and both digests. Nothing appears in the folder of components before everything is
 * checked, and each file appears by a rename. @throws Error with the reason why it was not added
 */
export async function addPackage(
  directory: string,
  id: PackageId,
  settings: RegistrySettings,
): Promise<RecordedPackage & { type: string }> {
  await mkdir(directory, { recursive: true, mode: FOLDER_MODE });
  const recorded = await readRecord(directory);
  const folder = folderOf(directory, id);
  const what = packageIdText(id);
  if ((await lstat(folder).catch(() => null)) !== null) throw new Error(`${what} already exists`);
  const { tarball, integrity } = await downloadPackage(id, settings);
  const files = await unpackTarball(tarball);
  const problems = checkPackageFiles(id, files);
  if (problems.length > 0) throw refused(what, problems);

  const part = join(directory, `.adding-${randomBytes(8).toString('hex')}`);
  try {
    await writeFiles(part, files);
    const { digest } = passed(what, await readPackageFolder(part));
    const manifest = passed(what, await describeInProcess(part));
    await checkType(directory, id, manifest);
    await mkdir(dirname(folder), { recursive: true, mode: FOLDER_MODE });
    await rename(part, folder);
    const manifestDigest = await writeDescribed(manifestFileOf(directory, id), digest, { ok: true, value: manifest });
    const addedAt = new Date().toISOString();
    const added = { ...id, integrity, filesDigest: digest, manifestDigest, addedAt };
    await writeRecord(directory, [...recorded, added]);
    return { ...added, type: manifest.type };
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** @throws Error when another package or the service has the type */
async function checkType(directory: string, id: PackageId, manifest: Manifest): Promise<void> {
  const refusal = refusalOf({ ...id, manifest }, await loadPackages(directory));
  if (refusal !== null) throw refused(packageIdText(id), [refusal]);
}

function passed<Value>(what: string, checked: Checked<Value>): Value {
  if (!checked.ok) throw refused(what, checked.problems);
  return checked.value;
}

function refused(what: string, problems: readonly string[]): Error {
  return new Error(`${what} cannot be added: ${problems.join('; ')}`);
}

async function writeFiles(folder: string, files: readonly UnpackedFile[]): Promise<void> {
  await mkdir(folder, { mode: FOLDER_MODE });
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: FOLDER_MODE });
    await writeFile(join(folder, path), content, { flag: 'wx', mode: FILE_MODE });
  }
}
