import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Manifest } from '@workflow/component-kit';
import type { Checked } from '@workflow/workflow-model';
import { MAX_MANIFEST_BYTES } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { readIfThere, replaceFile } from './components-record.ts';

/** The manifest that a package printed. */
interface DescribedPackage {
  manifest: Manifest;
  /** The SHA-256 in hex of the file that contains both. */
  manifestDigest: string;
}

/** The characters of the problems. The other one is the size of the digest and the text around a manifest. */
const MAX_PROBLEMS_LENGTH = 2_000;
const MAX_FILE_BYTES = MAX_MANIFEST_BYTES + 1_024;

/** Writes the description of a package, or its problems. @returns the digest of the file */
export async function writeDescribed(path: string, filesDigest: string, described: Checked<Manifest>): Promise<string> {
  const description = described.ok ? { manifest: described.value } : { problems: described.problems };
  const text = `${JSON.stringify({ files: filesDigest, ...description })}\n`;
  await replaceFile(path, text);
  return sha256(text);
}

/** Returns null when no service has written a description of the package with these files. */
export async function readDescribed(path: string, filesDigest: string): Promise<Checked<DescribedPackage> | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  if (!found.isFile() || found.size > MAX_FILE_BYTES) return refuse('its manifest is not a file, or too large');
  const text = (await readIfThere(path)) ?? '';
  let value: { files?: unknown; manifest?: unknown; problems?: unknown } | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return refuse('the file of its manifest is not JSON');
  }
  if (value?.files !== filesDigest) return null;
  if (Array.isArray(value.problems)) return refuse(value.problems.join('; ').slice(0, MAX_PROBLEMS_LENGTH));
  const manifest = readManifest(JSON.stringify(value.manifest ?? null));
  if (!manifest.ok) return manifest;
  return { ok: true, value: { manifest: manifest.value, manifestDigest: sha256(text) } };
}

function refuse(problem: string): Checked<DescribedPackage> {
  return { ok: false, problems: [problem] };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
