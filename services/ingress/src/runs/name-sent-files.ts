import { fileIdsIn, MAX_FILES_NAMED } from '@workflow/session-store';
import type { NamedFile } from '@workflow/validation';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import type { TestRun } from './test-options.ts';

/**
 * Replaces files in the values of a session by their stored records, and records that the session uses these files, so
 * that they are stored as long as the session.
 * @param sessionId the session that is about to be accepted
 * @throws ApiError INVALID_REQUEST that names each placeholder whose file the organization does not have
 */
export async function nameSentFiles(
  { store }: AppContext,
  organizationId: string,
  sessionId: string,
  sent: readonly NamedFile[],
): Promise<void> {
  const ids = new Set(sent.map(({ fileId }) => fileId));
  if (ids.size === 0) return;
  if (ids.size > MAX_FILES_NAMED) throw invalidRequest([`placeholderValues names more than ${MAX_FILES_NAMED} files`]);
  const storedFiles = await store.files.name(organizationId, sessionId, [...ids]);
  const files = new Map(storedFiles.map((file) => [file.fileId, file]));
  const missing = sent.filter(({ fileId }) => !files.has(fileId));
  if (missing.length > 0)
    throw invalidRequest(missing.slice(0, 100).map(({ path, fileId }) => `${path}: file '${fileId}' was not found`));
  for (const { fileId, replace } of sent) {
    const { name, contentType, size, sha256 } = files.get(fileId)!;
    replace({ fileId, name, contentType, size, sha256 });
  }
}

/**
 * Records the files in values that replace components of a TEST run: pinned outputs, and values of an earlier session.
 * A deleted file remains in the value, and reading it fails.
 */
export async function nameTestFiles(
  { store }: AppContext,
  organizationId: string,
  sessionId: string,
  { settings, given }: Pick<TestRun, 'settings' | 'given'>,
): Promise<void> {
  const fileIds = fileIdsIn(JSON.stringify([settings, given]));
  if (fileIds.length > 0) await store.files.name(organizationId, sessionId, fileIds);
}
