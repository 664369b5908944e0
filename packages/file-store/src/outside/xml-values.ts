import { valueIn as findValue } from '@workflow/outbound/s3';
import { FilesUnavailable } from './s3-requests.ts';

/** Returns the text of the first element with that name. @throws FilesUnavailable if there is none */
export function valueIn(xml: string, element: string): string {
  const value = findValue(xml, element);
  if (value === undefined) throw new FilesUnavailable(`the store of files answered without ${element}`);
  return value;
}
