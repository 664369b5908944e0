import { createHash } from 'node:crypto';
import { fileIdOf, StepFailure, type FileValue, type Json } from '@workflow/workflow-model';
import type { ComponentFiles, NewFileName, OpenedFile } from '../run/component-files.ts';

/** A file that exists, or that a component stored. */
export interface TestedFile {
  value: FileValue;
  bytes: Buffer;
}

/** Returns a file for a test, with a value for a placeholder. @param number makes ids different */
export function testedFile(number: number, name: string, contentType: string, text: string): TestedFile {
  const bytes = Buffer.from(text);
  const fileId = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { value: { fileId, name, contentType, size: bytes.length, sha256 }, bytes };
}

/** Files in memory. Stored files are added to `written`. */
export class TestedFiles implements ComponentFiles {
  readonly #there: readonly TestedFile[];
  readonly #written: TestedFile[];

  constructor(there: readonly TestedFile[], written: TestedFile[]) {
    this.#there = there;
    this.#written = written;
  }

  async open(value: Json | undefined): Promise<OpenedFile> {
    const fileId = fileIdOf(value);
    const found = [...this.#there, ...this.#written].find((file) => file.value.fileId === fileId);
    if (found === undefined) throw new StepFailure('FILE_MISSING', `There is no file ${fileId}`);
    return { value: found.value, read: () => bytesOf(found) };
  }

  async readWhole(file: OpenedFile): Promise<Buffer> {
    return collect(file.read());
  }

  async write({ name, contentType }: NewFileName, source: AsyncIterable<Uint8Array>): Promise<FileValue> {
    const bytes = await collect(source);
    const file = testedFile(1_000_000 + this.#written.length, name, contentType, '');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const value = { ...file.value, size: bytes.length, sha256 };
    this.#written.push({ value, bytes });
    return value;
  }
}

async function* bytesOf({ bytes }: TestedFile): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
