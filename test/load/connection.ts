import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  body: string;
  /** The `Retry-After` header of an error. */
  retryAfter?: string;
}

/**
 * One keep-alive HTTP/1.1 connection that sends prebuilt bytes and reads answers with a Content-Length. It is much
 * cheaper than a general client, so that the generator uses little of the machine it measures.
 */
export class Connection {
  #socket: Socket | null = null;
  #received = '';
  #onAnswer: ((answer: Answer | null) => void) | null = null;

  readonly #port: number;
  readonly #keepBody: boolean;

  constructor(port: number, keepBody = false) {
    this.#port = port;
    this.#keepBody = keepBody;
  }

  /** Resolves when the connection is open or has failed. Sending without it connects first. */
  async connected(): Promise<void> {
    const socket = this.#open();
    if (socket.connecting) await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  }

  /** Calls back with the answer, or with null if the connection broke before it. */
  send(request: Buffer, onAnswer: (answer: Answer | null) => void): void {
    this.#onAnswer = onAnswer;
    this.#open().write(request);
  }

  close(): void {
    this.#onAnswer = null;
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    if (this.#socket) return this.#socket;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket === socket) this.#settle(null, true);
    });
    this.#socket = socket;
    return socket;
  }

  #read(chunk: string): void {
    this.#received = this.#received === '' ? chunk : this.#received + chunk;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return;
    const body = this.#keepBody ? this.#received.slice(headEnd + 4, end) : '';
    const closing = /\r\nconnection: close/i.test(head);
    const status = Number(head.slice(9, 12));
    const retryAfter = status < 400 ? undefined : /\r\nretry-after: ([^\r]*)/i.exec(head)?.[1];
    this.#settle({ status, body, ...(retryAfter !== undefined && { retryAfter }) }, closing);
  }

  #settle(answer: Answer | null, closed: boolean): void {
    this.#received = '';
    if (closed) {
      this.#socket?.destroy();
      this.#socket = null;
    }
    const onAnswer = this.#onAnswer;
    this.#onAnswer = null;
    onAnswer?.(answer);
  }
}
