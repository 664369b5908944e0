import type { S3Bucket } from '@workflow/outbound/s3';

/** A bucket of an S3-compatible store. */
export interface S3Config extends S3Bucket {
  /** Precedes each object's key. It is empty or ends with `/`. */
  prefix: string;
}
