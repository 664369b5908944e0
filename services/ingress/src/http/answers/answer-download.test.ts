import { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { answerDownload } from './answer-download.ts';

/** Returns true if the reading of a download ended. @param whileReading is called while the first part is read */
async function endsReading(response: object, whileReading: () => void): Promise<boolean> {
  let isOpen = true;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      whileReading();
      yield Buffer.from('first');
      yield Buffer.from('second');
    } finally {
      isOpen = false;
    }
  }
  const download = { name: 'a.txt', contentType: 'text/plain', size: 11, etag: '"a"', read };
  await answerDownload(response as ServerResponse, download).catch(() => undefined);
  return !isOpen;
}

const req = { headers: {}, method: 'GET' };

test('the reading ends if the client leaves while the first part is read', async () => {
  const response = Object.assign(new PassThrough(), { req, setHeader: () => undefined });
  expect(await endsReading(response, () => response.destroy())).toBe(true);
});

test('the reading ends if the deadline answers while the first part is read', async () => {
  const response = new ServerResponse({ ...req, httpVersionMajor: 1, httpVersionMinor: 1 } as never);
  expect(await endsReading(response, () => response.writeHead(500).end())).toBe(true);
});
