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
  /** SHA-256 in hex of the file that holds both. */
  manifestDigest: string;
}

/** The digest, and what is around a manifest. */
const MAX_PROBLEMS_LENGTH = 2_000;
const MAX_FILE_BYTES = MAX_MANIFEST_BYTES + 1_024;

/** Writes what a package says of itself, or what is wrong with that. @returns the digest of the file */
export async function writeDescribed(path: string, filesDigest: string, described: Checked<Manifest>): Promise<string> {
  const said = described.ok ? { manifest: described.value } : { problems: described.problems };
  const text = `${JSON.stringify({ files: filesDigest, ...said })}\n`;
  await replaceFile(path, text);
  return sha256(text);
}

/** null: nobody has written what the package with these files says of itself. */
export async function readDescribed(path: string, filesDigest: string): Promise<Checked<DescribedPackage> | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  if (!found.isFile() || found.size > MAX_FILE_BYTES)
    return refuse('the file of its manifest is no file, or too large');
  const text = (await readIfThere(path)) ?? '';
  let value: { files?: unknown; manifest?: unknown; problems?: unknown } | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return refuse('the file of its manifest is no JSON');
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
