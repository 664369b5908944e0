import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A TCP proxy that can become half-open: frozen connections forward nothing in either direction and are not closed, as
 * when a cable is pulled out. It can also forward late, as a slow network does.
 */
export class TcpProxy {
  readonly #pairs = new Set<[Socket, Socket]>();
  /** Frozen connections, which stay open until the proxy closes. */
  readonly #frozenSockets = new Set<Socket>();
  readonly #server = createServer((downstream) => this.#join(downstream));
  #targetPort: number;
  #frozen = false;

  readonly #delayMs: (() => number) | undefined;

  /** @param delayMs returns how much later the next packet arrives. Packets of one direction stay in their order. */
  constructor(targetPort: number, delayMs?: () => number) {
    this.#targetPort = targetPort;
    this.#delayMs = delayMs;
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Freezes the existing connections without closing them. Later connections work. */
  freezeExisting(): void {
    for (const pair of this.#pairs) {
      for (const socket of pair) this.#freeze(socket);
    }
    this.#pairs.clear();
  }

  /** Freezes existing and later connections until `thaw` or `cut`. */
  freezeAll(): void {
    this.#frozen = true;
    this.freezeExisting();
  }

  /** Lets later connections work again. Frozen ones stay frozen. */
  thaw(): void {
    this.#frozen = false;
  }

  /** Closes every connection, including frozen ones, and lets later ones work, as when a server restarts. */
  cut(): void {
    this.#frozen = false;
    for (const socket of [...this.#pairs].flat()) socket.destroy();
    for (const socket of this.#frozenSockets) socket.destroy();
    this.#frozenSockets.clear();
  }

  /** Closes every connection and directs later ones to this port, as when an address moves to another server. */
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
      const later = inOrder(this.#delayMs);
      from.on('data', (chunk) => later(() => to.write(chunk)));
      from.on('error', () => {});
      from.on('close', () =>
        later(() => {
          // The peer of a frozen connection must not be notified of the close.
          if (this.#pairs.delete(pair)) to.destroy();
        }),
      );
    };
    forward(downstream, upstream);
    forward(upstream, downstream);
  }
}

/** Returns a function that runs actions after a delay each, and never before an earlier one. */
function inOrder(delayMs: (() => number) | undefined): (action: () => void) => void {
  if (delayMs === undefined) return (action) => action();
  let last = Promise.resolve();
  return (action) => {
    const due = performance.now() + delayMs();
    last = last.then(async () => {
      await pause(Math.max(0, due - performance.now()));
      action();
    });
  };
}
