import type { ComponentFiles, NewFileName, OpenedFile } from '@workflow/component-kit/run';
import { FilesUnavailable, FileTooLarge, type FileStore } from '@workflow/file-store';
import { FileGone, NoRoomForFile, TooManyFiles, type Attempt, type FileRecord } from '@workflow/session-store';
import { fileIdOf, fileNameOf, mediaTypeOf, StepFailure, type FileValue, type Json } from '@workflow/workflow-model';
import { isOutage } from '../loops/keep-trying.ts';
import type { Mask } from './storable-json.ts';

/** Files of all organizations, as sessions use them. */
export interface SessionFiles {
  store: Pick<FileStore, 'find' | 'read' | 'write'>;
  /**
   * Records that a session uses files, so that they are stored as long as the session.
   * @returns the files that exist
   */
  name(organizationId: string, sessionId: string, fileIds: readonly string[]): Promise<FileRecord[]>;
  /** Maximum size of a file that a component reads into memory. */
  maxInMemoryBytes: number;
}

interface StepFilesParts {
  files: SessionFiles;
  session: { organizationId: string; id: string };
  /** Repeats an operation until the store answers, or the step is over. */
  attempt: Attempt;
  /** Masks secrets in names of files. */
  mask: () => Mask;
}

/** The files of the organization for one attempt of a component. */
export class StepFiles implements ComponentFiles {
  readonly #parts: StepFilesParts;
  #written: readonly string[] = [];

  constructor(parts: StepFilesParts) {
    this.#parts = parts;
  }

  async open(value: Json | undefined): Promise<OpenedFile> {
    const { files, session, attempt } = this.#parts;
    const fileId = fileIdOf(value);
    if (fileId === null) throw new StepFailure('CONFIG_INVALID', 'A value must be a FILE');
    const file = await attempt(() => files.store.find(session.organizationId, fileId));
    if (file === null) throw new StepFailure('FILE_MISSING', `The organization has no file ${fileId}`);
    const { name, contentType, size, sha256 } = file;
    return {
      value: { fileId, name, contentType, size, sha256 },
      read: () => failing(files.store.read(session.organizationId, file, attempt)),
    };
  }

  async readWhole({ value, read }: OpenedFile): Promise<Buffer> {
    const { maxInMemoryBytes } = this.#parts.files;
    if (value.size > maxInMemoryBytes) {
      const limit = `${maxInMemoryBytes} bytes (MAX_FILE_IN_MEMORY_BYTES)`;
      throw new StepFailure('FILE_TOO_LARGE', `The file has ${value.size} bytes. The limit is ${limit}`);
    }
    const whole = Buffer.allocUnsafe(value.size);
    let filled = 0;
    for await (const chunk of read()) {
      whole.set(chunk, filled);
      filled += chunk.length;
    }
    return whole;
  }

  async write({ name, contentType }: NewFileName, source: AsyncIterable<Uint8Array>): Promise<FileValue> {
    const { files, session, mask } = this.#parts;
    const shown = mask()?.(name) ?? name;
    const file = { name: fileNameOf(shown) ?? 'file', contentType: mediaTypeOf(contentType) };
    try {
      const value = await files.store.write({ organizationId: session.organizationId, ...file }, source);
      this.#written = [...this.#written, value.fileId];
      return value;
    } catch (error) {
      throw failureOf(error);
    }
  }

  get hasWritten(): boolean {
    return this.#written.length > 0;
  }

  /** Stores the files of the attempt as long as its session. Call it before a result that names them is committed. */
  async keepWritten(): Promise<void> {
    const { files, session, attempt } = this.#parts;
    const written = this.#written;
    const named = await attempt(() => files.name(session.organizationId, session.id, written));
    if (named.length < written.length)
      throw new StepFailure('FILE_MISSING', 'A stored file was deleted in the meantime');
    const stored = new Set(written);
    this.#written = this.#written.filter((fileId) => !stored.has(fileId));
  }
}

async function* failing(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Returns the failure for a file that was not read or stored. Returns any other error unchanged. */
function failureOf(error: unknown): unknown {
  if (error instanceof FileTooLarge) return new StepFailure('FILE_TOO_LARGE', error.message);
  if (error instanceof NoRoomForFile || error instanceof TooManyFiles)
    return new StepFailure('STORAGE_LIMIT_REACHED', error.message);
  if (error instanceof FileGone) return new StepFailure('FILE_MISSING', error.message);
  if (error instanceof FilesUnavailable || isOutage(error))
    return new StepFailure('FILE_FAILED', 'The file store did not respond');
  return error;
}
