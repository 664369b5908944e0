import type { EnvReader } from '@workflow/service-runtime';

/** The target to which ended sessions are exported before retention deletes them. */
export type ExportConfig =
  | { kind: 'folder'; path: string }
  | {
      kind: 's3';
      bucket: string;
      /** The prefix of each object's name. It is empty or ends with `/`. */
      prefix: string;
      /** Null for Amazon S3. */
      endpoint: string | null;
      region: string;
      /** Null to use the role of the machine or pod. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null;
    };

/** Reads the settings. Returns null if nothing is exported. */
export function readExportConfig(reader: EnvReader): ExportConfig | null {
  const path = reader.string('EXPORT_FOLDER', { default: null });
  const bucket = reader.string('EXPORT_S3_BUCKET', { default: null });
  const prefix = reader.string('EXPORT_S3_PREFIX', { default: '' });
  const endpoint = reader.url('EXPORT_S3_ENDPOINT', { default: null });
  const region = reader.string('EXPORT_S3_REGION', { default: 'us-east-1' });
  const accessKeyId = reader.string('EXPORT_S3_ACCESS_KEY_ID', { default: null });
  const secretAccessKey = reader.string('EXPORT_S3_SECRET_ACCESS_KEY', { default: null });
  if (path !== null && bucket !== null)
    reader.problem('EXPORT_FOLDER', 'must not be set together with EXPORT_S3_BUCKET');
  if ((accessKeyId === null) !== (secretAccessKey === null))
    reader.problem('EXPORT_S3_SECRET_ACCESS_KEY', 'must be set together with EXPORT_S3_ACCESS_KEY_ID');
  if (path !== null) return { kind: 'folder', path };
  if (bucket === null) return null;
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    endpoint,
    region,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
  };
}
