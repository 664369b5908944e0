import { object, uuid } from '../http/schema-parts.ts';

/** Maximum number of digits of a version's number. */
export const MAX_DIGITS = 9;

export const versionParams = object({
  id: uuid,
  number: { type: 'string', pattern: `^[1-9]\\d{0,${MAX_DIGITS - 1}}$`, 'x-message': 'must be a version number' },
});
