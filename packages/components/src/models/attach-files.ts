import type { ModelMessage, UserContent } from 'ai';
import { isFileValue, StepFailure, type ComponentFiles, type Json } from '@workflow/component-kit/run';

interface TextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const MAX_FILES = 20;
/**
 * Maximum size of all files of a question. A request contains them as base64, and an executor holds the request in
 * memory.
 */
const MAX_FILES_BYTES = 10 * 1024 * 1024;
const PDF = 'application/pdf';

/**
 * Adds files to the last user message.
 * @param given a FILE, a list of them, or null
 * @throws StepFailure CONFIG_INVALID for values that are not images or PDFs, FILE_MISSING, FILE_TOO_LARGE
 */
export async function attachFiles(
  messages: readonly TextMessage[],
  given: Json | undefined,
  files: ComponentFiles,
): Promise<ModelMessage[]> {
  const parts = await readParts(given ?? null, files);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map(({ role, content }, index): ModelMessage => {
    if (index !== last || parts.length === 0) return { role, content };
    // A server refuses an empty text.
    return { role: 'user', content: [...parts, ...(content === '' ? [] : [{ type: 'text' as const, text: content }])] };
  });
}

async function readParts(given: Json, files: ComponentFiles): Promise<Exclude<UserContent, string>> {
  const items = (Array.isArray(given) ? given.flat() : [given]).filter((item) => item !== null && item !== '');
  if (items.length > MAX_FILES)
    throw new StepFailure('CONFIG_INVALID', `files has ${items.length} files. The limit is ${MAX_FILES}`);
  const opened = await Promise.all(items.map((item, index) => openOne(item, `files[${index}]`, files)));
  const bytes = opened.reduce((sum, { value }) => sum + value.size, 0);
  if (bytes > MAX_FILES_BYTES)
    throw new StepFailure('FILE_TOO_LARGE', `The files have ${bytes} bytes together. The limit is ${MAX_FILES_BYTES}`);
  const parts: Exclude<UserContent, string> = [];
  for (const file of opened) {
    const { name, contentType } = file.value;
    parts.push({
      type: 'file',
      data: await files.readWhole(file),
      mediaType: mediaTypeOf(contentType),
      filename: name,
    });
  }
  return parts;
}

async function openOne(item: Json, field: string, files: ComponentFiles) {
  if (!isFileValue(item)) throw new StepFailure('CONFIG_INVALID', `${field} must be a FILE`);
  const file = await files.open(item);
  const type = mediaTypeOf(file.value.contentType);
  if (type !== PDF && !type.startsWith('image/'))
    throw new StepFailure('CONFIG_INVALID', `${field} is ${type}. It must be an image or a PDF`);
  return file;
}

/** Returns a media type without its parameters, in lowercase. */
function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
