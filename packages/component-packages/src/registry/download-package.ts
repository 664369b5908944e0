import { createHash } from 'node:crypto';
import type { PackageId } from '../record/package-id.ts';
import type { RegistrySettings } from './registry-settings.ts';

const TIMEOUT_MS = 60_000;
/** The bytes of the registry's description of a package in all its versions. */
const MAX_DESCRIPTION_BYTES = 64 * 1024 * 1024;
const MAX_TARBALL_BYTES = 32 * 1024 * 1024;

export interface DownloadedPackage {
  tarball: Buffer;
  /** The integrity of the tarball, `sha512-…`. */
  integrity: string;
}

/**
 * Downloads the tarball of one exact version.
 * @throws Error with the registry's answer, or when the tarball is not the one that the registry names
 */
export async function downloadPackage(
  { name, version }: PackageId,
  settings: RegistrySettings,
): Promise<DownloadedPackage> {
  const registry = settings.registryOf(name);
  const address = new URL(`${registry}/${name.replace('/', '%2f')}`);
  const described = await get(address, settings, MAX_DESCRIPTION_BYTES);
  const { integrity, tarball: place } = distributionIn(described, version, `${name}@${version}`);
  const tarball = await get(tarballAddress(place, registry), settings, MAX_TARBALL_BYTES);
  checkIntegrity(tarball, integrity);
  return { tarball, integrity };
}

function distributionIn(described: Buffer, version: string, what: string): { integrity: string; tarball: string } {
  const { versions } = JSON.parse(described.toString()) as {
    versions?: Record<string, { dist?: { integrity?: unknown; tarball?: unknown } }>;
  };
  const dist = versions !== undefined && Object.hasOwn(versions, version) ? versions[version]?.dist : undefined;
  if (dist === undefined) throw new Error(`the registry has no ${what}`);
  if (typeof dist.tarball !== 'string' || typeof dist.integrity !== 'string')
    throw new TypeError(`the registry names no tarball and integrity for ${what}`);
  return { integrity: dist.integrity, tarball: dist.tarball };
}

/** A mirror of the public registry returns the addresses of the public registry. */
function tarballAddress(place: string, registry: string): URL {
  const url = new URL(place, `${registry}/`);
  if (url.hostname !== 'registry.npmjs.org' || new URL(registry).hostname === url.hostname) return url;
  return new URL(`${registry}${url.pathname}`);
}

/**
 * When there are several digests, the strongest kind counts (Subresource Integrity, §3.3.4). Digests weaker than
 * SHA-512 are ignored.
 */
function checkIntegrity(tarball: Buffer, integrity: string): void {
  const wanted = integrity.split(/\s+/).filter((one) => one.startsWith('sha512-'));
  if (wanted.length === 0) throw new Error('the registry has no SHA-512 of the tarball');
  const found = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (!wanted.includes(found)) throw new Error('the tarball does not have the integrity that the registry names');
}

async function get(url: URL, settings: RegistrySettings, maxBytes: number): Promise<Buffer> {
  const authorization = settings.authorizationFor(url);
  const answer = await fetch(url, {
    headers: authorization === null ? {} : { authorization },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const { cause = error } = error as Error;
    throw new Error(`Could not fetch ${url.href}: ${(cause as Error).message}`);
  });
  if (!answer.ok) throw new Error(`${url.href} answered ${answer.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error(`${url.href} returned more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
