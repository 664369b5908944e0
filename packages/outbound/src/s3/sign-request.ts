import { AwsV4Signer } from 'aws4fetch';

/** A bucket of an S3-compatible store, and the identity that uses it. */
export interface S3Bucket {
  /** The URL of the store. The bucket follows as the first segment of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: string;
  /** The key of an object. If left out, the request is about the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Puts the signature into the URL instead of into headers. Anybody may use the URL for this time. */
  expiresInSeconds?: number;
}

/**
 * Returns the URL of an object, or of the bucket.
 * @throws RangeError for a key that no URL can contain: an empty one, one with a segment `.` or `..`, or one with half
 * a surrogate pair
 */
export function addressOf({ endpoint, bucket }: S3Bucket, { key, query = {} }: S3Request): URL {
  if (key !== undefined && (key === '' || /(?:^|\/)\.{1,2}(?:\/|$)/.test(key)))
    throw new RangeError(key === '' ? 'the key is empty' : 'the key has a part . or .., which no URL can have');
  if (key?.isWellFormed() === false) throw new RangeError('the key has half a character, which no URL can have');
  const path = key === undefined ? '' : `/${key.split('/').map(encoded).join('/')}`;
  const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** Encodes a segment. Characters that the signature treats as unreserved stay unchanged (RFC 3986 §2.3). */
function encoded(part: string): string {
  return encodeURIComponent(part).replaceAll(
    /[!'()*]/g,
    (character) => `%${Buffer.from(character).toString('hex').toUpperCase()}`,
  );
}

/**
 * Signs a request by AWS Signature Version 4. The signature does not cover the payload, unless the headers have its
 * `x-amz-content-sha256`.
 * @throws RangeError as `addressOf` does
 */
export async function signRequest(
  bucket: S3Bucket,
  request: S3Request,
): Promise<{ url: URL; headers: Record<string, string> }> {
  const { method, headers = {}, expiresInSeconds } = request;
  const { region, accessKeyId, secretAccessKey } = bucket;
  const url = addressOf(bucket, request);
  if (expiresInSeconds !== undefined) url.searchParams.set('X-Amz-Expires', String(expiresInSeconds));
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, service: 's3', region, accessKeyId, secretAccessKey, headers },
    signQuery: expiresInSeconds !== undefined,
  });
  const signed = await signer.sign();
  return { url: signed.url, headers: Object.fromEntries(signed.headers) };
}
