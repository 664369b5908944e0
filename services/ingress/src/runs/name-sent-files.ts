import { MAX_FILES_NAMED } from '@workflow/session-store';
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
