import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { tutorialFiles } from './tutorial-files.ts';

/** The server that the package of the tutorial calls. */
export interface GreetingServer {
  /** The example of the package, with the address of this server. */
  example(): { definition: Definition; placeholderValues: JsonObject; output: unknown };
  stop(): void;
}

export async function startGreetingServer(): Promise<GreetingServer> {
  const server = createServer((request, response) => {
    response.end(request.url === '/greetings/en' ? 'Hello' : 'Guten Tag');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = tutorialFiles()['example.json']!.replace('https://greetings.example.com', address);
  return {
    example: () => JSON.parse(text) as ReturnType<GreetingServer['example']>,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
