import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { guardJsonParse } from '@workflow/workflow-model';
import { KIB, type Reader } from '../../../../test/scaling/reader.ts';
import { testReaders } from '../../../../test/scaling/test-readers.ts';
import { CLIENTS } from '../hostile-servers/clients.ts';
import { CONVERSATIONS, GREETING } from '../hostile-servers/conversations.ts';

/** Lets the servers that steps talk to send hostile texts, at several places of each of their turns. */

guardJsonParse();

/** More than any server of the list sends, so that growth is visible. */
const MAX_TEXT = 64 * KIB;
const LIMIT_MS = 2_000;

/** Lets a client talk to a server that sends the turns of a conversation up to one with a text in it. */
async function talk(name: string, place: Place, text: string): Promise<void> {
  const server = createServer((socket) => {
    let next = 0;
    socket.on('error', () => undefined);
    const sendTurn = (): void => {
      const turn = CONVERSATIONS[name]![next] ?? Buffer.alloc(0);
      const isLast = next === place.turn;
      next += 1;
      if (!isLast) return void socket.write(turn);
      socket.end(Buffer.concat([turn.subarray(0, place.at), Buffer.from(text), turn.subarray(place.at)]));
    };
    if (GREETING.has(name)) sendTurn();
    socket.on('data', () => {
      if (next <= place.turn) sendTurn();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await CLIENTS[name]!((server.address() as AddressInfo).port, AbortSignal.timeout(LIMIT_MS));
  } finally {
    server.close();
  }
}

interface Place {
  turn: number;
  at: number;
}

/** The beginning of each turn, the place after each of its first lines, and its middle. */
function placesIn(turns: readonly Buffer[]): Place[] {
  return turns.flatMap((bytes, turn) => {
    const first = bytes.indexOf('\n');
    const second = bytes.indexOf('\n', first + 1);
    const places = new Set([0, first + 1, second + 1, bytes.length >> 1]);
    return [...places].map((at) => ({ turn, at }));
  });
}

/**
 * Conversations that are not measured: feeds are read in threads, by code that test/scaling/tables/answers.ts measures;
 * with TLS, OpenSSL reads all but the answers that the conversation without it has.
 */
const UNMEASURED = /^feed$|tls$/;
const measured = Object.entries(CONVERSATIONS).filter(([name]) => !UNMEASURED.test(name));

const readers = measured.flatMap(([name, turns]) =>
  placesIn(turns).map((place): Reader => [
    name,
    `turn ${place.turn}, byte ${place.at}`,
    MAX_TEXT,
    (text) => talk(name, place, text),
  ]),
);

testReaders('servers', readers, 'sockets');

test('each client that steps have is sent texts', () => {
  expect(Object.keys(CLIENTS).toSorted()).toEqual(Object.keys(CONVERSATIONS).toSorted());
});
