import { charsetOf, decodeText } from '@workflow/placeholder-values';
import type { PartHeaders } from './part-headers.ts';

/**
 * Decodes the fields of one form, each in the charset of its content type. A field named `_charset_` names the charset
 * of the fields after it (RFC 7578 §4.6).
 */
export class FieldTexts {
  #charset = 'utf-8';

  /** Returns null for a field that is not text. */
  textOf({ name, contentType }: Pick<PartHeaders, 'name' | 'contentType'>, bytes: Buffer): string | null {
    const text = decodeText(bytes, charsetOf(contentType ?? '') ?? this.#charset);
    if (name === '_charset_' && text !== null && decodeText(NO_BYTES, text) !== null) this.#charset = text;
    return text;
  }
}

const NO_BYTES = Buffer.alloc(0);
