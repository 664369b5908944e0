import type { FileValue } from '@workflow/workflow-model';
import { ApiError } from './api-error.ts';

/**
 * Stores a file of this machine. It uses XMLHttpRequest because `fetch` does not report progress.
 * @param onProgress receives the sent part, from 0 to 1
 * @throws ApiError, or the signal's reason
 */
export function uploadFile(file: File, onProgress: (sent: number) => void, signal: AbortSignal): Promise<FileValue> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/v1/files?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(request.response as FileValue);
      else reject(ApiError.fromAnswer(request.status, request.response));
    });
    request.addEventListener('error', () => reject(new Error('The upload was interrupted. Try again.')));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Where the bytes of a stored file are, for whoever is signed in. */
export function addressOfFile({ fileId }: Pick<FileValue, 'fileId'>): string {
  return `/v1/files/${encodeURIComponent(fileId)}`;
}
