import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of somebody else that the steps of sessions call. */
export abstract class ThirdParty {
  readonly #server;

  constructor(options: ServerOptions = {}) {
    this.#server = createServer(options, (request, response) => {
      void this.answer(request, response).catch(() => response.destroy());
    });
  }

  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<void>;

  /** Starts the server. @returns the URL to call */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/called`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
