import type { FileValue, Json } from '@workflow/workflow-model';

/** A stored file. */
export interface OpenedFile {
  /** The stored record, whatever other data the value contained. */
  readonly value: FileValue;
  /** Reads its bytes in parts, from the beginning each time. @throws StepFailure FILE_MISSING, FILE_FAILED */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * The name and type of a new file. Only the last segment of a path counts. An invalid media type becomes
 * application/octet-stream.
 */
export interface NewFileName {
  name: string;
  contentType: string;
}

/** The files of the organization. Values contain only their names, never their bytes. */
export interface ComponentFiles {
  /**
   * Finds the file that a value of type FILE names.
   * @throws StepFailure CONFIG_INVALID for a value of another type, FILE_MISSING if the organization has no such file
   */
  open(value: Json | undefined): Promise<OpenedFile>;
  /**
   * Reads a whole file into memory. @throws StepFailure FILE_TOO_LARGE above MAX_FILE_IN_MEMORY_BYTES, and as `read`
   */
  readWhole(file: OpenedFile): Promise<Buffer>;
  /**
   * Stores the bytes of `source` while they arrive. The file exists as long as the session if the step succeeds. A file
   * of a failed attempt is deleted after a day.
   * @throws StepFailure FILE_TOO_LARGE, STORAGE_LIMIT_REACHED, FILE_FAILED, or an error of `source`
   */
  write(file: NewFileName, source: AsyncIterable<Uint8Array>): Promise<FileValue>;
}
