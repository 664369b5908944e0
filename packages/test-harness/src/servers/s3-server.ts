import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { waitFor } from '../wait-for.ts';
import { DEBIAN_PYTHON } from './installed-programs.ts';
import { stopWithParent } from './stop-with-parent.ts';

const HERE = import.meta.dirname;
const BUCKET = 'files-of-tests';
const ACCOUNT = 'test';
const USER = 'tester';
const SECRET = 'secret-key-of-tests';
const REGION = 'us-east-1';

export interface TestS3Server {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Status and text of the answer to a signed request; the path begins with the bucket. */
  request(method: string, path: string, body?: string): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
}

/** OpenStack Swift with its S3 interface, which checks signatures, with one bucket. */
export async function startS3Server(): Promise<TestS3Server> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-s3-'));
  const options = [join(HERE, 'swift_s3.py'), folder, String(port), `${ACCOUNT}_${USER}`, SECRET];
  // Its servers are processes of its group, and end with it.
  const server = await startProgram(DEBIAN_PYTHON, options, {
    detached: true,
    stdio: 'ignore',
    env: { PYTHONPATH: HERE, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const unwatch = await stopWithParent(server.pid!, folder);
  server.unref();
  const endpoint = `http://127.0.0.1:${port}`;
  await waitFor(() => fetch(endpoint).then(() => true), { withinMs: 60_000, what: 'the S3 server' });
  const keys = { accessKeyId: `${ACCOUNT}:${USER}`, secretAccessKey: SECRET };
  const client = new AwsClient({ ...keys, region: REGION, service: 's3', retries: 0 });
  const request = async (method: string, path: string, body?: string) => {
    const answer = await client.fetch(`${endpoint}/${path}`, { method, ...(body !== undefined && { body }) });
    return { status: answer.status, text: await answer.text() };
  };
  // 409: an earlier request made it, though a part of the server that was not ready yet had it answered otherwise.
  const hasBucket = async (): Promise<boolean> => [200, 409].includes((await request('PUT', BUCKET)).status);
  await waitFor(hasBucket, { withinMs: 60_000, what: 'a bucket' });
  return {
    endpoint,
    region: REGION,
    bucket: BUCKET,
    ...keys,
    request,
    async stop() {
      const ended = once(server, 'exit');
      server.ref();
      process.kill(-server.pid!, 'SIGKILL');
      await ended;
      await unwatch();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
