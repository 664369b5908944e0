import {
  asText,
  fileNameOf,
  isFileValue,
  StepFailure,
  type ComponentFiles,
  type Json,
  type JsonObject,
  type MailAttachment,
} from '@workflow/component-kit/run';

const MAX_ATTACHMENTS = 50;
/** Matches a media type of RFC 6838 §4.2, with parameters without quotes. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; *[\w-]+=[\w.+-]+)*$/;
/** Matches base64 without white space at its end. */
const BASE64 = /^[A-Za-z0-9+/\s_-]*={0,2}$/;

/**
 * Finds the files, and decodes base64. A list in the list counts as its items.
 * @throws StepFailure CONFIG_INVALID, FILE_MISSING
 */
export async function readAttachments(given: readonly Json[], files: ComponentFiles): Promise<MailAttachment[]> {
  const items = given.flat().filter((item) => item !== null);
  if (items.length > MAX_ATTACHMENTS)
    throw new StepFailure('CONFIG_INVALID', `attachments has ${items.length} entries. The limit is ${MAX_ATTACHMENTS}`);
  const attachments: MailAttachment[] = [];
  for (const [index, item] of items.entries()) attachments.push(await readOne(item, `attachments[${index}]`, files));
  return attachments;
}

async function readOne(item: Json, field: string, files: ComponentFiles): Promise<MailAttachment> {
  if (isFileValue(item)) {
    const { value, read } = await files.open(item);
    return { name: value.name, contentType: value.contentType, open: read };
  }
  const { name, contentType = 'application/octet-stream', base64 } = isObject(item) ? item : {};
  if (typeof name !== 'string' || base64 === undefined)
    throw new StepFailure('CONFIG_INVALID', `${field} must be a FILE, or have name, contentType and base64`);
  const type = asText(contentType);
  if (!MEDIA_TYPE.test(type)) throw new StepFailure('CONFIG_INVALID', `${field}.contentType must be a media type`);
  const text = asText(base64);
  if (!BASE64.test(text.trimEnd())) throw new StepFailure('CONFIG_INVALID', `${field}.base64 must be base64`);
  return { name: fileNameOf(name) ?? 'file', contentType: type, open: () => [Buffer.from(text, 'base64')] };
}

function isObject(item: Json): item is JsonObject {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}
