import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { answerText } from './answer.ts';

test('an answer that cannot be written once it is compressed is a 500, and nothing else ends', async () => {
  const server = createServer((_request, response) => {
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name: string, value: string | number | readonly string[]): ServerResponse => {
      if (name === 'Content-Encoding') throw new Error('cannot be set');
      return setHeader(name, value);
    };
    answerText(response, { status: 200, text: 'text '.repeat(1_000) });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ httpStatus: 500, errorId: expect.any(String) });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
