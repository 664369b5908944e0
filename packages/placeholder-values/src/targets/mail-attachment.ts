import {
  asText,
  fileNameOf,
  isFileValue,
  isJsonObject,
  StepFailure,
  type Json,
  type JsonObject,
} from '@workflow/workflow-model';
import { decodeBase64 } from '../base64/decode-base64.ts';

/** Matches a media type of RFC 6838 §4.2, with parameters without quotes. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; *[\w-]+=[\w.+-]+)*$/;

/** A stored file, or bytes that the value itself has. */
type AttachedValue = { file: JsonObject & { fileId: string } } | { name: string; contentType: string; bytes: Buffer };

/**
 * Returns a value as attachments of an e-mail: a FILE, or an object of `name`, `contentType` and `base64`. A list gives
 * its items, and null gives nothing.
 * @throws StepFailure CONFIG_INVALID for every other value
 */
export function mailAttachments(value: Json, field: string): AttachedValue[] {
  const items = (Array.isArray(value) ? value.flat() : [value]).filter((item) => item !== null);
  return items.map((item, index) => attachmentOf(item, `${field}[${index}]`));
}

function attachmentOf(item: Json, field: string): AttachedValue {
  if (isFileValue(item)) return { file: item };
  const isObject = isJsonObject(item);
  const { name, contentType = 'application/octet-stream', base64 } = isObject ? item : {};
  if (typeof name !== 'string' || base64 === undefined)
    throw invalid(`${field} must be a FILE, or have name, contentType and base64`);
  const type = asText(contentType);
  if (!MEDIA_TYPE.test(type)) throw invalid(`${field}.contentType must be a media type`);
  const bytes = decodeBase64(asText(base64));
  if (bytes === null) throw invalid(`${field}.base64 must be base64`);
  return { name: fileNameOf(name) ?? 'file', contentType: type, bytes };
}

function invalid(message: string): StepFailure {
  return new StepFailure('CONFIG_INVALID', message);
}
