/** A request to a bucket, before it is signed. */
export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** The key of an object. Default: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers, with names in lowercase. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Set for a URL that anybody can use for this time. */
  readonly expiresInSeconds?: number;
}

/** An object in a listing. */
export interface BucketObject {
  key: string;
  /** The size in bytes. */
  size: number;
  /** The time of the last change in ISO 8601. */
  changedAt: string;
  etag: string;
}

/** The interface of an opened bucket credential. Run code sends the requests. */
export interface Bucket {
  /** @throws StepFailure CONFIG_INVALID for a key that no URL can contain */
  sign(request: BucketRequest): Promise<{ url: URL; headers: Record<string, string> }>;
  /** Reads the objects of a response to `list-type=2`. @throws StepFailure S3_FAILED if it is not a listing */
  readListing(xml: string): BucketObject[];
}
