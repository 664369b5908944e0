import { mediaTypeOf, type FileValue } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError, bodyTooLarge, invalidRequest } from '../errors/api-error.ts';
import { FieldTexts } from '../http/bodies/multipart/field-texts.ts';
import { readParts, tooManyParts, type FilePart } from '../http/bodies/multipart/read-parts.ts';
import { refusalOf } from '../errors/refusal-of-file.ts';
import type { RouteRequest } from '../http/define-route.ts';
import type { WebhookContent } from './read-content.ts';
import { readPairs } from './read-form.ts';

/** Maximum number of file parts of one delivery. */
const MAX_FILES = 100;
/** Maximum bytes of a part without its content: boundary and headers. */
const PART_EXTRA_BYTES = 1_024;

/** The content of a form whose files were stored. */
interface StoredForm extends WebhookContent {
  fileIds: string[];
}

/** Decides, while the parts of a form arrive, which files are stored. */
export interface FileChoice {
  /** Returns true for a field whose file is stored. The bytes of other files are dropped. */
  takesFile(field: string): boolean;
  /** Called for a field that is not a file. */
  onField(name: string, value: string): void;
  /** Maximum bytes of all files together. */
  maxBytes: number;
}

const TAKES_ALL: FileChoice = { takesFile: () => true, onField: () => undefined, maxBytes: Number.POSITIVE_INFINITY };

/**
 * Reads `multipart/form-data` while it arrives: files are stored and become values of type FILE. All other parts
 * together may have MAX_BODY_BYTES. The files of a refused form are discarded.
 * @throws ApiError 413 for parts that are too large, 400 for an invalid body, 415 for a compressed one, 429 above
 * maxStoredBytes
 */
export async function storeParts(
  { files, config }: AppContext,
  { message, streamBody }: Pick<RouteRequest<unknown, unknown, unknown>, 'message' | 'streamBody'>,
  organizationId: string,
  choice: FileChoice = TAKES_ALL,
): Promise<[string, string | FileValue][]> {
  if ((message.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: 'a form without encoding' } });
  const { maxBodyBytes, maxFormFields } = config.http;
  const maxBytes = maxBodyBytes + MAX_FILES * files.maxFileBytes + (MAX_FILES + maxFormFields) * PART_EXTRA_BYTES;
  const announced = Number(message.headers['content-length'] ?? maxBodyBytes);
  const heldBytes = files.chunkBytes + Math.min(announced, maxBodyBytes);
  const pairs: [string, string | FileValue][] = [];
  const fileIds: string[] = [];
  const room = { left: choice.maxBytes };
  const texts = new FieldTexts();
  let textBytes = 0;
  const store = async (field: string, part: FilePart, bytes: AsyncIterable<Buffer>): Promise<void> => {
    if (fileIds.length === MAX_FILES) throw tooManyParts('files', MAX_FILES);
    const file = await files.write({ ...part, organizationId }, bounded(bytes, room, choice.maxBytes));
    fileIds.push(file.fileId);
    pairs.push([field, file]);
  };
  try {
    const body = bounded(streamBody({ heldBytes, maxBytes }), { left: maxBytes }, maxBytes);
    await readParts(message.headers['content-type'], body, {
      file: async (field, part, bytes) => (choice.takesFile(field) ? store(field, part, bytes) : undefined),
      field: async (part) => {
        const { name, contentType, bytes, isCut } = part;
        textBytes += Buffer.byteLength(name) + bytes.length;
        if (isCut || textBytes > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
        const decoded = texts.textOf(part, bytes);
        if (decoded === null && choice.takesFile(name)) {
          await store(name, { name: 'file', contentType: mediaTypeOf(contentType ?? undefined) }, only(bytes));
          return;
        }
        const text = decoded ?? bytes.toString();
        choice.onField(name, text);
        pairs.push([name, text]);
      },
      maxFiles: MAX_FILES,
      maxFields: maxFormFields,
      maxFieldBytes: maxBodyBytes,
    });
    return pairs;
  } catch (error) {
    await files.discard(organizationId, fileIds);
    throw error instanceof ApiError ? error : refusalOf(error, files.maxFileBytes);
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Stores the files in the content of a delivery. @throws ApiError as `storeParts` */
export async function storeForm(
  context: AppContext,
  request: Pick<RouteRequest<unknown, unknown, unknown>, 'message' | 'streamBody'>,
  organizationId: string,
): Promise<StoredForm> {
  const read = await storeParts(context, request, organizationId);
  const fileIds = read.flatMap(([, value]) => (typeof value === 'string' ? [] : [value.fileId]));
  return { json: JSON.stringify(readPairs(read)), encoding: null, fileIds };
}

/** Yields bytes as long as there is room for them, because a body of unannounced length must be limited as well. */
async function* bounded(body: AsyncIterable<Buffer>, room: { left: number }, limit: number): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    room.left -= chunk.length;
    if (room.left < 0) throw bodyTooLarge(limit);
    yield chunk;
  }
}

/**
 * References stored files for the session that a delivery starts.
 * @throws ApiError INVALID_REQUEST if one was deleted already
 */
export async function nameStored(
  { store }: AppContext,
  organizationId: string,
  sessionId: string,
  { fileIds }: StoredForm,
): Promise<void> {
  if (fileIds.length === 0) return;
  const storedFiles = await store.files.name(organizationId, sessionId, fileIds);
  if (storedFiles.length < fileIds.length) throw invalidRequest(['a file of the body was not stored']);
}
