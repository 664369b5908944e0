/** A bucket of an S3-compatible store. */
export interface S3Config {
  /** Without a slash at its end; the bucket follows as the first part of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before each object's key; empty, or ends with `/`. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}
