import { Connection } from './connection.ts';
import { LatencyHistogram } from './latency-histogram.ts';

export interface LoadRequest {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Bodies that are sent in turn instead of `body`. */
  bodies?: string[];
}

export interface LoadOptions {
  request: LoadRequest;
  connections: number;
  seconds: number;
  /**
   * The same load is sent unmeasured for this long before `seconds`, because a generator that has just started is late
   * itself.
   */
  warmUpSeconds?: number;
  /** Open loop: requests are due at this rate, and latency counts from when they were due. Absent: closed loop. */
  ratePerSecond?: number;
  /** Stops after this many requests. */
  most?: number;
}

export interface LoadResult {
  seconds: number;
  answers: number;
  perSecond: number;
  /** Number of answers by status. `0` counts connections that broke before the answer. */
  statuses: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Opens all connections, sends load to 127.0.0.1 for a bounded time and count, and waits for outstanding answers. */
export async function generateLoad(options: LoadOptions, maySend: () => boolean = () => true): Promise<LoadResult> {
  const connections = Array.from({ length: options.connections }, () => new Connection(options.request.port));
  await Promise.all(connections.map((connection) => connection.connected()));
  return new LoadRun(options, connections, maySend).run();
}

class LoadRun {
  readonly #idle: Connection[];
  readonly #bytes: Buffer[];
  readonly #latencies = new LatencyHistogram();
  readonly #statuses: Record<string, number> = {};
  readonly #startedAt = performance.now();
  readonly #measuredFrom: number;
  readonly #endsAt: number;
  #sent = 0;
  #underWay = 0;
  #lastAnswerAt = 0;
  #finish: ((result: LoadResult) => void) | null = null;

  readonly #options: LoadOptions;
  readonly #maySend: () => boolean;

  constructor(options: LoadOptions, connections: Connection[], maySend: () => boolean) {
    this.#options = options;
    this.#maySend = maySend;
    this.#idle = connections;
    const { request } = options;
    this.#bytes = (request.bodies ?? [request.body]).map((body) => requestBytes({ ...request, body }));
    this.#measuredFrom = this.#startedAt + (options.warmUpSeconds ?? 0) * 1000;
    this.#endsAt = this.#measuredFrom + options.seconds * 1000;
  }

  run(): Promise<LoadResult> {
    const { promise, resolve } = Promise.withResolvers<LoadResult>();
    this.#finish = resolve;
    const pump = setInterval(() => {
      this.#sendDue();
      if (this.#over() && this.#underWay === 0) {
        clearInterval(pump);
        this.#end();
      }
    }, 1);
    this.#sendDue();
    return promise;
  }

  #over(): boolean {
    return performance.now() >= this.#endsAt || this.#sent >= (this.#options.most ?? Infinity);
  }

  #sendDue(): void {
    while (this.#idle.length > 0 && !this.#over() && this.#maySend()) {
      const dueAt = this.#dueAt();
      if (dueAt > performance.now()) return;
      // Uses the connections in turn, because one without a request would be closed as too slow.
      this.#sendOne(this.#idle.shift()!, dueAt);
    }
  }

  #dueAt(): number {
    const { ratePerSecond } = this.#options;
    return ratePerSecond === undefined ? performance.now() : this.#startedAt + (this.#sent * 1000) / ratePerSecond;
  }

  #sendOne(connection: Connection, dueAt: number): void {
    this.#sent += 1;
    this.#underWay += 1;
    connection.send(this.#bytes[this.#sent % this.#bytes.length]!, (answer) => {
      this.#underWay -= 1;
      this.#lastAnswerAt = performance.now();
      if (dueAt >= this.#measuredFrom) this.#latencies.record(this.#lastAnswerAt - dueAt);
      const status = answer?.status ?? 0;
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
      this.#idle.push(connection);
      this.#sendDue();
    });
  }

  #end(): void {
    for (const connection of this.#idle) connection.close();
    const seconds = (this.#lastAnswerAt - this.#measuredFrom) / 1000;
    const answers = this.#latencies.count;
    this.#finish?.({
      seconds,
      answers,
      perSecond: answers / seconds,
      statuses: this.#statuses,
      p50Ms: this.#latencies.quantileMs(0.5),
      p99Ms: this.#latencies.quantileMs(0.99),
      maxMs: this.#latencies.maxMs,
    });
  }
}

export function requestBytes({ port, method, path, headers, body }: LoadRequest): Buffer {
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  });
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}
