import { hash } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';

/** A draft's ETag: its revision, which rises with every change. */
export function etagOf(workflow: { revision: number }): string {
  return `"${workflow.revision}"`;
}

/**
 * The ETag of a workflow that is read: also of what changes without the draft, as publishing does, so that
 * `If-None-Match` finds no old answer unchanged. `If-Match` looks at the revision in it.
 */
export function etagOfAll(workflow: { revision: number; publishedVersion: number | null }): string {
  if (workflow.publishedVersion === null) return etagOf(workflow);
  return `"${workflow.revision}-${hash('sha256', JSON.stringify(workflow), 'hex').slice(0, 12)}"`;
}

/**
 * The revision that `If-Match` names (RFC 9110 §13.1.1); null for `*`, which any revision matches, and -1,
 * which none does, for a tag that is not of ours. A proxy that compresses weakens tags, so weak ones count.
 * undefined: no header.
 */
export function readIfMatch(header: string | string[] | undefined): number | null | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  if (header.trim() === '*') return null;
  const revision = /^(?:W\/)?"(\d{1,9})(?:-\w+)*"$/.exec(header.trim())?.[1];
  return revision === undefined ? -1 : Number(revision);
}

/** @throws ApiError REVISION_REQUIRED without the header */
export function requireIfMatch(header: string | string[] | undefined): number | null {
  const revision = readIfMatch(header);
  if (revision === undefined) throw new ApiError('REVISION_REQUIRED');
  return revision;
}
