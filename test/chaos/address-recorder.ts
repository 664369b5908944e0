import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The third party to which sessions send the addresses of their questions. */
export class AddressRecorder {
  /** The paths that each session sent, by its number. All tries of a step send the same one. */
  readonly paths = new Map<number, Set<string>>();
  readonly #server: Server = createServer((request, response) => {
    void json(request).then(
      (body) => {
        const { number, to } = body as { number: number; to: string };
        this.paths.set(number, (this.paths.get(number) ?? new Set()).add(new URL(to).pathname));
        response.end();
      },
      () => response.destroy(),
    );
  });

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/asked`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
