import {
  asText,
  isFileValue,
  isJsonObjectOrList,
  StepFailure,
  type ComponentFiles,
  type Json,
} from '@workflow/component-kit/run';
import { isJsonObject } from '@workflow/workflow-model';
import type { EncodedBody } from './encoded-body.ts';
import { encodeMultipart } from './encode-multipart.ts';
import { fieldsOf } from './repeated-names.ts';

export type BodyType = 'json' | 'form' | 'text' | 'multipart' | 'file';

/** Encodes the body. @throws StepFailure CONFIG_INVALID, or FILE_MISSING for a deleted file */
export async function encodeBody(body: Json, bodyType: BodyType, files: ComponentFiles): Promise<EncodedBody> {
  switch (bodyType) {
    case 'text':
      return { contentType: 'text/plain; charset=utf-8', body: asText(body) };
    case 'form':
      return { contentType: 'application/x-www-form-urlencoded', body: encodeForm(body) };
    case 'multipart':
      return encodeMultipart(body, files);
    case 'file':
      return encodeFile(body, files);
    default:
      return { contentType: 'application/json', body: encodeJson(body) };
  }
}

async function encodeFile(body: Json, files: ComponentFiles): Promise<EncodedBody> {
  if (!isFileValue(body)) throw new StepFailure('CONFIG_INVALID', 'The body must be a FILE');
  const { value, read } = await files.open(body);
  return { contentType: value.contentType, body: { bytes: value.size, open: read } };
}

/**
 * Encodes a body as JSON. Text that is a JSON object or list is sent unchanged, because a template that is JSON text
 * produces it. Every other text becomes a JSON string, even if it looks like a number.
 */
function encodeJson(body: Json): string {
  return typeof body === 'string' && isJsonObjectOrList(body) ? body : JSON.stringify(body);
}

function encodeForm(body: Json): string {
  if (typeof body === 'string') return body;
  if (!isJsonObject(body)) throw new StepFailure('CONFIG_INVALID', 'The body of a form must be an object');
  return new URLSearchParams(fieldsOf(body, 'the form')).toString();
}
