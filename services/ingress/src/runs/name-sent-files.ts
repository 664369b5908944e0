import { fileIdsIn, MAX_FILES_NAMED } from '@workflow/session-store';
import type { NamedFile } from '@workflow/validation';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';

/**
 * Replaces files in the values of a session by their stored records, and records that the session uses these files, so
 * that they are stored as long as the session.
 * @param sessionId the session that is about to be accepted
 * @returns the ids of these files
 * @throws ApiError INVALID_REQUEST that names each placeholder whose file the organization does not have
 */
export async function nameSentFiles(
  { store }: AppContext,
  organizationId: string,
  sessionId: string,
  sent: readonly NamedFile[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(sent.map(({ fileId }) => fileId));
  if (ids.size === 0) return ids;
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
  return ids;
}

/**
 * Records that a session uses the files in values of other types, such as JSON, and in values that replace components
 * of a TEST run. A deleted file remains in the value, and reading it fails.
 * @param namedIds the files that are recorded already
 */
export async function nameOtherFiles(
  { store }: AppContext,
  organizationId: string,
  sessionId: string,
  { valuesJson, namedIds }: { valuesJson: string; namedIds: ReadonlySet<string> },
): Promise<void> {
  const fileIds = fileIdsIn(valuesJson).filter((fileId) => !namedIds.has(fileId));
  if (fileIds.length > 0) await store.files.name(organizationId, sessionId, fileIds);
}
