import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportConfig } from './export-config.ts';

/** The target to which ended sessions are written before they are deleted. */
export interface ExportTarget {
  /** Writes a whole object, or replaces it. @param name with `/` between its parts */
  put(name: string, bytes: Buffer): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Opens the target. It connects only for the first object. */
export function openExportTarget(config: ExportConfig): ExportTarget {
  return config.kind === 'folder' ? folderTarget(config.path) : s3Target(config);
}

/** Writes files into a folder, each as a whole or not at all. */
function folderTarget(path: string): ExportTarget {
  return {
    put: async (name, bytes) => {
      const file = join(path, ...name.split('/'));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.part`, bytes);
      await rename(`${file}.part`, file);
    },
  };
}

function s3Target(config: ExportConfig & { kind: 's3' }): ExportTarget {
  const { bucket, prefix, endpoint, region, credentials } = config;
  const open = async () => {
    // The library is loaded at its first use, because only the executor with the lease exports.
    const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const client = new S3Client({
      region,
      // Without keys, the role of the machine or the pod is used.
      ...(credentials !== null && { credentials }),
      // Services other than Amazon's use one host for all buckets, and do not support S3's checksums.
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    });
    return (name: string, bytes: Buffer) =>
      client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: `${prefix}${name}`,
          Body: bytes,
          ContentType: 'application/x-ndjson',
          ContentEncoding: 'gzip',
        }),
      );
  };
  let opened: ReturnType<typeof open> | null = null;
  return {
    put: async (name, bytes) => {
      opened ??= open();
      await (
        await opened
      )(name, bytes);
    },
  };
}
