import type { Definition } from '@workflow/workflow-model';

export interface HostileAnswer {
  /** 0: no answer arrived in time. */
  status: number;
  body: Record<string, unknown>;
}

type Body = string | Buffer | object;

/** Longer than the time of any honest answer. Open requests are then aborted, as a client would do. */
const ANSWERS_WITHIN_MS = 15_000;

/** The hostile organization. It accepts any answer and records those that must not be sent. */
export class Hostile {
  readonly organizationId: string;
  readonly url: string;
  readonly apiKey: string;
  /** Answers by status. */
  readonly statuses = new Map<number, number>();
  /** Descriptions of the 5xx answers. */
  readonly faults: string[] = [];

  constructor(organizationId: string, url: string, apiKey: string) {
    this.organizationId = organizationId;
    this.url = url;
    this.apiKey = apiKey;
  }

  /** Sends a request with the key, unless `headers` has another credential. An object is sent as JSON. */
  async send(method: string, path: string, body?: Body, headers: Record<string, string> = {}): Promise<HostileAnswer> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          ...(!('token' in headers) && { 'x-api-key': this.apiKey }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      const text = await response.text();
      this.#note(`${method} ${path.slice(0, 100)}`, response.status, text);
      return { status: response.status, body: parseObject(text) };
    } catch {
      this.#note(method, 0, '');
      return { status: 0, body: {} };
    }
  }

  /** Opens an event stream for `ms` and reads as fast as possible or not at all. @returns the number of bytes */
  async stream(path: string, { ms, reads }: { ms: number; reads: boolean }): Promise<number> {
    let bytes = 0;
    try {
      const signal = AbortSignal.timeout(ms);
      const response = await fetch(this.url + path, { headers: { 'x-api-key': this.apiKey }, signal });
      this.#note(path, response.status, '');
      if (!reads) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      for await (const part of response.body ?? []) bytes += part.length;
    } catch {
      // The time is over, or the service has closed the stream.
    }
    return bytes;
  }

  /** Publishes a workflow. @returns its id, or null if the definition is refused */
  async publish(definition: Definition): Promise<string | null> {
    const made = await this.send('POST', '/v1/workflows', { name: 'Hostile', description: '', ...definition });
    const id = made.body['id'];
    if (made.status !== 201 || typeof id !== 'string') return null;
    const { status } = await this.send('POST', `/v1/workflows/${id}/publish`);
    return status < 300 ? id : null;
  }

  run(
    workflowId: string,
    componentId: string,
    placeholderValues: object,
    headers: Record<string, string> = {},
  ): Promise<HostileAnswer> {
    return this.send('POST', '/v1/workflow/run', { workflowId, componentId, placeholderValues }, headers);
  }

  /** Creates a token of a webhook. @returns null if it is refused */
  async token(workflowId: string, componentId: string): Promise<string | null> {
    const { body } = await this.send('POST', `/v1/workflows/${workflowId}/components/${componentId}/token`);
    return typeof body['token'] === 'string' ? body['token'] : null;
  }

  #note(what: string, status: number, text: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status >= 500) this.faults.push(`${what} was answered ${status}: ${text.slice(0, 300)}`);
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Runs `work` `count` times, numbered from 0, at most `atOnce` at the same time. */
export async function inTurn(count: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const go = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, go));
}
