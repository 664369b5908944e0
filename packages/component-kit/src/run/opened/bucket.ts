/** A request to a bucket, before it is signed. */
export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Of an object; left out: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For an address that anybody may use for so long. */
  readonly expiresInSeconds?: number;
}

/** An object of a listing. */
export interface BucketObject {
  key: string;
  /** In bytes. */
  size: number;
  /** ISO 8601. */
  changedAt: string;
  etag: string;
}

/** What a credential of a bucket gives to run code, which sends the requests. */
export interface Bucket {
  /** @throws StepFailure CONFIG_INVALID for a key that no address can have */
  sign(request: BucketRequest): Promise<{ url: URL; headers: Record<string, string> }>;
  /** The objects of an answer to `list-type=2`. @throws StepFailure S3_FAILED for what is no listing */
  readListing(xml: string): BucketObject[];
}
