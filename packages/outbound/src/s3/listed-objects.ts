import { valueIn } from './xml-values.ts';

const START = '<Contents>';
const END = '</Contents>';

/** An object as a listing (`list-type=2`) shows it. */
export interface ListedObject {
  key: string;
  /** The size in bytes. */
  size: number;
  /** The time in ISO 8601. */
  changedAt: string;
  /** The ETag without quotes. */
  etag: string;
}

/**
 * Returns the objects of a listing, and whether there are more.
 * @throws RangeError for a text that is not a listing, or that has a key or a size that cannot be read
 */
export function listedIn(xml: string): { objects: ListedObject[]; hasMore: boolean } {
  if (!isListing(xml)) throw new RangeError('it is not a ListBucketResult');
  const isEncoded = valueIn(xml, 'EncodingType') === 'url';
  const objects = contentsOf(xml).map((object) => {
    const key = valueIn(object, 'Key') ?? '';
    return {
      key: isEncoded ? decoded(key) : key,
      size: sizeOf(valueIn(object, 'Size') ?? '0'),
      changedAt: valueIn(object, 'LastModified') ?? '',
      etag: (valueIn(object, 'ETag') ?? '').replaceAll('"', ''),
    };
  });
  return { objects, hasMore: valueIn(xml, 'IsTruncated') === 'true' };
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw new RangeError(`the key ${key} is not percent-encoded`);
  }
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${text} is not a size`);
  return size;
}

/** Returns the text between the tags of each object. Stops at an object that does not end. */
function contentsOf(xml: string): string[] {
  const contents: string[] = [];
  let at = xml.indexOf(START);
  while (at !== -1) {
    const end = xml.indexOf(END, at);
    if (end === -1) break;
    contents.push(xml.slice(at + START.length, end));
    at = xml.indexOf(START, end);
  }
  return contents;
}

/** Returns true when the element of a listing begins and ends. */
function isListing(xml: string): boolean {
  const start = xml.search(/<ListBucketResult[\s>]/);
  return start !== -1 && xml.includes('</ListBucketResult>', start);
}
