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
  /** Sends a signed request and returns its answer. The path begins with the bucket. */
  request(method: string, path: string, body?: string): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
}

/** On a loaded machine a server may not create its bucket for a minute, while a new server creates it immediately. */
const BUCKET_WITHIN_MS = 20_000;
const MAX_STARTS = 3;

/** Starts OpenStack Swift with its S3 interface and one bucket. It verifies signatures. */
export async function startS3Server(): Promise<TestS3Server> {
  for (let starts = 1; ; starts += 1) {
    const server = await startSwift();
    try {
      await waitFor(() => makeBucket(server), { withinMs: BUCKET_WITHIN_MS, what: 'a bucket' });
      return server;
    } catch (error) {
      await server.stop();
      if (starts === MAX_STARTS) throw error;
    }
  }
}

/** Creates the bucket. 409 means that an earlier request created it, although its answer reported an error. */
async function makeBucket({ request, bucket }: TestS3Server): Promise<true> {
  const { status, text } = await request('PUT', bucket);
  if (status === 200 || status === 409) return true;
  throw new Error(`the S3 server answered ${status}: ${text.slice(0, 300)}`);
}

async function startSwift(): Promise<TestS3Server> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-s3-'));
  const options = [join(HERE, 'swift_s3.py'), folder, String(port), `${ACCOUNT}_${USER}`, SECRET];
  // Its servers are processes of its group and end with it.
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
