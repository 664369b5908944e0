import { expect, test } from '@jest/globals';
import { StoreConflictError, StoreUnavailableError } from '@workflow/session-store';
import { StepFailure } from '@workflow/workflow-model';
import { readApp } from '../apps/read-app.ts';
import { poll } from './poll.ts';

const never = new AbortController().signal;
const organizationId = '019cd2f4-7c1a-7b3e-9d55-0242ac120002';
const failing = (error: Error) => ({
  http: {
    send: async () => {
      throw error;
    },
  },
});

function pollOnce(error: Error) {
  const config = { url: 'https://example.com/feed' };
  const claimed = { type: 'feed', organizationId, config, position: null, output: 'entry', failures: 0 };
  const tools = { ...failing(error), maxOutputBytes: 1_000 };
  const settings = { maxItems: 1, maxItemBytes: 1, maxItemFiles: 0, timeoutMs: 1_000, backoff: BACKOFF };
  return poll(claimed as never, tools as never, settings, never);
}

function readOnce(error: Error) {
  const source = { kind: 'openapi', url: 'https://example.com/api', document: null, credential: null };
  return readApp({ ...source, organizationId, id: organizationId } as never, failing(error) as never, 1_000, never);
}

const BACKOFF = { factor: 2, maxMs: 1_000 };

test.each([new StoreUnavailableError('connect ECONNREFUSED 10.0.0.5'), new StoreConflictError('deadlock')])(
  'an outage of the store is not shown to the author as a failure of the source: $name',
  async (outage) => {
    await expect(pollOnce(outage)).rejects.toBe(outage);
    await expect(readOnce(outage)).rejects.toBe(outage);
  },
);

test('a failure of the source is shown to the author', async () => {
  const failure = new StepFailure('HTTP_FAILED', 'The server did not answer');
  expect(await pollOnce(failure)).toMatchObject({ kind: 'failed', message: 'The server did not answer' });
  expect(await readOnce(failure)).toMatchObject({ kind: 'failed', message: 'The server did not answer' });
});

test('a feed with more new entries is polled again after a second', async () => {
  const entries = (length: number) =>
    Array.from({ length }, (_, index) => ({ id: `${index}`, title: '', url: '', summary: '', content: '' }));
  const nextOf = async (length: number) => {
    const tools = {
      http: { send: async () => ({ status: 200, headers: {}, body: Buffer.from('<rss/>'), url: null }) },
      dataProcesses: { run: async () => ({ kind: 'done', value: entries(length) }) },
      limits: { maxOutputBytes: 1_000 },
    };
    const config = { url: 'https://example.com/feed', everySeconds: 60, startWith: 'existing' };
    const claimed = { type: 'feed', organizationId, config, position: null, output: 'entry', failures: 0 };
    const settings = { maxItems: 1, maxItemBytes: 1, maxItemFiles: 0, timeoutMs: 1_000, backoff: BACKOFF };
    return poll(claimed as never, tools as never, settings, never);
  };
  expect(await nextOf(101)).toMatchObject({ kind: 'ok', nextInMs: 1_000 });
  expect(await nextOf(100)).toMatchObject({ kind: 'ok', nextInMs: 60_000 });
});
