import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A TCP proxy that can go half-open: frozen connections forward nothing in either direction and are not closed, as when
 * a cable is pulled out.
 */
export class TcpProxy {
  readonly #pairs = new Set<[Socket, Socket]>();
  /** Dead to both ends, and kept open until the proxy closes. */
  readonly #frozenSockets = new Set<Socket>();
  readonly #server = createServer((downstream) => this.#join(downstream));
  #targetPort: number;
  #frozen = false;

  constructor(targetPort: number) {
    this.#targetPort = targetPort;
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that exist now go dead without a word; later ones work. */
  freezeExisting(): void {
    for (const pair of this.#pairs) {
      for (const socket of pair) this.#freeze(socket);
    }
    this.#pairs.clear();
  }

  /** Everything goes dead, later connections as well, until `thaw` or `cut`. */
  freezeAll(): void {
    this.#frozen = true;
    this.freezeExisting();
  }

  /** Later connections work again; those that are dead stay dead. */
  thaw(): void {
    this.#frozen = false;
  }

  /** As when the other side comes back: closes every connection, dead ones too, and later ones work. */
  cut(): void {
    this.#frozen = false;
    for (const socket of [...this.#pairs].flat()) socket.destroy();
    for (const socket of this.#frozenSockets) socket.destroy();
    this.#frozenSockets.clear();
  }

  /** As when an address moves to another server: closes every connection, and later ones lead to this port. */
  leadTo(port: number): void {
    this.#targetPort = port;
    this.cut();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #freeze(socket: Socket): void {
    socket.pause();
    this.#frozenSockets.add(socket);
  }

  #join(downstream: Socket): void {
    if (this.#frozen) {
      this.#freeze(downstream);
      return;
    }
    const upstream = connect(this.#targetPort, '127.0.0.1');
    const pair: [Socket, Socket] = [downstream, upstream];
    this.#pairs.add(pair);
    const forward = (from: Socket, to: Socket): void => {
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        // The other end of a frozen connection must not learn of the close.
        if (this.#pairs.delete(pair)) to.destroy();
      });
    };
    forward(downstream, upstream);
    forward(upstream, downstream);
  }
}
