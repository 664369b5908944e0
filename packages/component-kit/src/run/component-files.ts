import type { FileValue, Json } from '@workflow/workflow-model';

/** A stored file. */
export interface OpenedFile {
  /** The stored record, whatever else the value said that named it. */
  readonly value: FileValue;
  /** Its bytes, a part at a time, from the beginning each time. @throws StepFailure FILE_MISSING, FILE_FAILED */
  read(): AsyncIterable<Uint8Array>;
}

/** What a file is to be called. Of a path the last part counts, and what is no media type is one of any bytes. */
export interface NewFileName {
  name: string;
  contentType: string;
}

/** Files of the organization. Their bytes stay out of steps: values name them. */
export interface ComponentFiles {
  /**
   * Finds the file that a value of type FILE names.
   * @throws StepFailure CONFIG_INVALID for a value of another type, FILE_MISSING when the organization has no such file
   */
  open(value: Json | undefined): Promise<OpenedFile>;
  /** All bytes of a file at once. @throws StepFailure FILE_TOO_LARGE above MAX_FILE_IN_MEMORY_BYTES, and as `read` */
  readWhole(file: OpenedFile): Promise<Buffer>;
  /**
   * Stores what `source` yields while it comes. The file stays as long as the session once the step succeeded; that
   * of a try that failed is deleted after a day.
   * @throws StepFailure FILE_TOO_LARGE, STORAGE_LIMIT_REACHED, FILE_FAILED, or what `source` throws
   */
  write(file: NewFileName, source: AsyncIterable<Uint8Array>): Promise<FileValue>;
}
