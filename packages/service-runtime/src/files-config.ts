import type { EnvReader } from './env-reader.ts';

/** Where files are stored and how large they may be. It is the same for both services. */
export interface FilesConfig {
  maxFileBytes: number;
  /** The number of files of one organization. */
  maxFiles: number;
  /** The time that a file is stored when nothing refers to it. */
  unusedMs: number;
  /** When it is null, the bytes are in PostgreSQL. */
  s3: FilesS3Config | null;
}

/** The bucket that stores the bytes of files. */
interface FilesS3Config {
  endpoint: string;
  region: string;
  bucket: string;
  /** The text before each object's key. It is empty or ends with `/`. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

const GIB = 1_024 * MIB;

export function readFilesConfig(reader: EnvReader): FilesConfig {
  const s3 = readS3(reader);
  return {
    maxFileBytes: reader.integer('MAX_FILE_BYTES', { default: s3 === null ? 10 * MIB : GIB, min: 1_024, max: GIB }),
    maxFiles: reader.integer('MAX_FILES_PER_ORGANIZATION', { default: 100_000, min: 1, max: 1_000_000 }),
    unusedMs: reader.integer('UNUSED_FILE_HOURS', { default: 24, min: 1, max: 8_760 }) * HOUR_MS,
    s3,
  };
}

const PREFIX = /^[\w./-]*$/;

function readS3(reader: EnvReader): FilesS3Config | null {
  const endpoint = reader.url('FILES_S3_ENDPOINT', { default: null });
  const bucket = reader.string('FILES_S3_BUCKET', { default: null });
  const prefix = reader.string('FILES_S3_PREFIX', { default: '' });
  const region = reader.string('FILES_S3_REGION', { default: 'us-east-1' });
  const accessKeyId = reader.string('FILES_S3_ACCESS_KEY_ID', { default: null });
  const secretAccessKey = reader.string('FILES_S3_SECRET_ACCESS_KEY', { default: null });
  const needed = { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY_ID: accessKeyId };
  const all = { ...needed, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey };
  for (const [name, value] of Object.entries(all))
    if ((value === null) !== (endpoint === null)) reader.problem(name, 'must be set together with FILES_S3_ENDPOINT');
  if (!PREFIX.test(prefix)) reader.problem('FILES_S3_PREFIX', 'may contain letters, digits and _ . / - only');
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  return { endpoint, region, bucket, prefix: folder, accessKeyId, secretAccessKey };
}
