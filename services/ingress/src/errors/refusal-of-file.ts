import { FileTooLarge } from '@workflow/file-store';
import { NoRoomForFile, TooManyFiles } from '@workflow/session-store';
import { ApiError, limitReached } from './api-error.ts';

/** Returns the answer for a file that was not stored. */
export function refusalOf(error: unknown, maxFileBytes: number): unknown {
  if (error instanceof FileTooLarge || (error instanceof ApiError && error.code === 'BODY_TOO_LARGE'))
    return new ApiError('FILE_TOO_LARGE', { values: { limit: maxFileBytes }, cause: error });
  if (error instanceof NoRoomForFile)
    return new ApiError('STORAGE_LIMIT_REACHED', {
      values: { stored: error.stored, limit: error.limit },
      headers: { 'Retry-After': '60' },
    });
  if (error instanceof TooManyFiles) {
    const { limit } = error;
    return limitReached(
      { owner: 'organization', limit, pluralName: 'files', variable: 'MAX_FILES_PER_ORGANIZATION' },
      error,
    );
  }
  return error;
}
