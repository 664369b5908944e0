import { asText, StepFailure, type Json } from '@workflow/workflow-model';

/** Matches everything that is not field content (RFC 9110 §5.5). A character beyond U+00FF is not a byte. */
const NO_CONTENT = /[^\t\u0020-\u007E\u0080-\u00FF]/u;

/**
 * Returns a value as the value of a header field. The items of a list are separated by commas (RFC 9110 §5.6.1);
 * objects are JSON. Characters up to U+00FF are sent as one byte each, as browsers do
 * (https://fetch.spec.whatwg.org/#headers-class).
 *
 * @throws StepFailure CONFIG_INVALID for a line break, another control character, or a character beyond U+00FF
 */
export function headerField(name: string, value: Json): string {
  const isList = Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
  const text = isList ? value.map(asText).join(', ') : asText(value);
  if (!NO_CONTENT.test(text)) return text;
  throw new StepFailure(
    'CONFIG_INVALID',
    `the header ${name} must have no line breaks, control characters or characters beyond U+00FF: percent-encode them`,
  );
}
