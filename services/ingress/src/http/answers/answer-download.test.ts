import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { answerDownload } from './answer-download.ts';

test('the reading ends if the client leaves while the first part is read', async () => {
  const response = Object.assign(new PassThrough(), {
    req: { headers: {}, method: 'GET' },
    setHeader: () => undefined,
  });
  let isOpen = false;
  async function* read(): AsyncGenerator<Uint8Array> {
    isOpen = true;
    try {
      response.destroy();
      yield Buffer.from('first');
      yield Buffer.from('second');
    } finally {
      isOpen = false;
    }
  }
  const download = { name: 'a.txt', contentType: 'text/plain', size: 11, etag: '"a"', read };
  await answerDownload(response as unknown as ServerResponse, download);
  await waitFor(() => !isOpen, { withinMs: 2_000 });
});
