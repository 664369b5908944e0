import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  /** The raw headers and body, for a signature check. */
  headers: Record<string, string>;
  body: string;
  at: number;
}

/** Starts a receiver of events. `answer` is the status of its answers. */
export async function startEventReceiver() {
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { type, data } = JSON.parse(body) as ReceivedEvent;
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ id: headers['webhook-id'] ?? '', type, data, headers, body, at: Date.now() });
      response.statusCode = receiver.answer;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answer: 200,
    of: (sessionId: string) => received.filter(({ data }) => data['id'] === sessionId),
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

/**
 * Returns true if a receiver with this secret accepts the event (Standard Webhooks, "Verifying webhook authenticity").
 */
export function verifies({ body, headers }: ReceivedEvent, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const age = Math.abs(Date.now() / 1_000 - Number(headers['webhook-timestamp']));
  return age < 300 && (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}
