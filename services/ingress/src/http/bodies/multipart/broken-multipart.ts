import { invalidRequest } from '../../../errors/api-error.ts';

export function brokenMultipart(why: string): Error {
  return invalidRequest([`the body is not valid multipart/form-data: ${why}`]);
}
