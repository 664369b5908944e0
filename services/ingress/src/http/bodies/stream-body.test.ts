import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { usedBytes } from '@workflow/test-harness';
import type { ApiError } from '../../errors/api-error.ts';
import { BodyMemory } from './body-memory.ts';
import { BodyProgress } from './body-progress.ts';
import { streamBody } from './stream-body.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const SMALL_CHUNK = '5\r\naaaaa\r\n';
const END = '0\r\n\r\n';

let server: Server;
let client: Socket;
/** Called for each chunk that was yielded, with the number of those before it. */
let onChunk: (index: number) => void;

beforeEach(async () => {
  onChunk = () => undefined;
  const memory = new BodyMemory(1_000_000);
  const progress = new BodyProgress({ intervalMs: 60_000, minBytes: 0, othersWait: () => false });
  const limits = { owner: 'a', heldBytes: 65_536, maxBytes: 1_000_000, memory, progress };
  const lengthOf = async (request: IncomingMessage, response: ServerResponse): Promise<string> => {
    let [chunks, bytes] = [0, 0];
    for await (const chunk of streamBody(request, response, limits)) {
      onChunk(chunks);
      chunks += 1;
      bytes += chunk.length;
    }
    return `${bytes} bytes`;
  };
  server = createServer((request, response) => {
    response.shouldKeepAlive = false;
    lengthOf(request, response).then(
      (length) => response.end(length),
      (refusal: unknown) => response.end((refusal as ApiError).code),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

async function answerTo(body: string): Promise<string> {
  client.write(HEAD + body);
  const [bytes] = (await once(client, 'data')) as [Buffer];
  return bytes.toString().split('\r\n\r\n')[1]!;
}

test('a body of one-byte chunks is refused', async () => {
  expect(await answerTo('1\r\na\r\n'.repeat(10_000))).toBe('CHUNKS_TOO_SMALL');
});

test('a turn of the event loop yields a few chunks, however many have arrived', async () => {
  let [inTurn, most] = [0, 0];
  onChunk = () => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
  };
  expect(await answerTo(SMALL_CHUNK.repeat(20_000) + END)).toBe('100000 bytes');
  expect(most).toBeLessThanOrEqual(256);
});

test('chunks that were read leave no memory behind while the body arrives', async () => {
  let [before, after] = [0, 0];
  onChunk = (index) => {
    if (index === 1_000) before = usedBytes();
    if (index === 49_999) after = usedBytes();
  };
  expect(await answerTo(SMALL_CHUNK.repeat(50_000) + END)).toBe('250000 bytes');
  expect(after - before).toBeLessThan(5_000_000);
});
