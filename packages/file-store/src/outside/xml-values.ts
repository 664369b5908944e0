import { FilesUnavailable } from './s3-requests.ts';

/** The text of the first element of that name. @throws FilesUnavailable where there is none */
export function valueIn(xml: string, element: string): string {
  const value = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  if (value === undefined) throw new FilesUnavailable(`the store of files answered without ${element}`);
  return value;
}
