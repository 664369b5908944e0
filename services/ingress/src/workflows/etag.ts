import { hash } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';

/** Returns a draft's ETag: its revision, which increases with every change. */
export function etagOf(workflow: { revision: number }): string {
  return `"${workflow.revision}"`;
}

/**
 * Returns the ETag of a workflow that is read. It also changes with data outside of the draft, for example when the
 * workflow is published or paused, so that `If-None-Match` finds no outdated answer unchanged. `If-Match` compares only
 * the revision in it.
 */
export function etagOfAll(workflow: { revision: number }): string {
  return `"${workflow.revision}-${hash('sha256', JSON.stringify(workflow), 'hex').slice(0, 12)}"`;
}

/**
 * Returns the revision that `If-Match` names (RFC 9110 §13.1.1): the newest of a list, null for `*`, which any revision
 * matches, and -1, which none does, for tags that the service did not send. A proxy that compresses weakens tags, so
 * weak ones count. Returns undefined without the header.
 */
export function readIfMatch(header: string | string[] | undefined): number | null | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  if (header.trim() === '*') return null;
  return Math.max(...header.split(',').map((tag) => revisionOf(tag.trim())));
}

function revisionOf(tag: string): number {
  const revision = /^(?:W\/)?"(\d{1,9})(?:-\w+)*"$/.exec(tag)?.[1];
  return revision === undefined ? -1 : Number(revision);
}

/** @throws ApiError REVISION_REQUIRED without the header */
export function requireIfMatch(header: string | string[] | undefined): number | null {
  const revision = readIfMatch(header);
  if (revision === undefined) throw new ApiError('REVISION_REQUIRED');
  return revision;
}
