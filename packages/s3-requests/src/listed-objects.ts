import { valueIn } from './xml-values.ts';

/** An object as a listing (`list-type=2`) shows it. */
export interface ListedObject {
  key: string;
  /** In bytes. */
  size: number;
  /** ISO 8601. */
  changedAt: string;
  /** Without quotes. */
  etag: string;
}

/** The objects of a listing, and whether there are more. */
export function listedIn(xml: string): { objects: ListedObject[]; hasMore: boolean } {
  const isEncoded = valueIn(xml, 'EncodingType') === 'url';
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => {
    const key = valueIn(object, 'Key') ?? '';
    return {
      key: isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key,
      size: Number(valueIn(object, 'Size') ?? 0),
      changedAt: valueIn(object, 'LastModified') ?? '',
      etag: (valueIn(object, 'ETag') ?? '').replaceAll('"', ''),
    };
  });
  return { objects, hasMore: valueIn(xml, 'IsTruncated') === 'true' };
}
