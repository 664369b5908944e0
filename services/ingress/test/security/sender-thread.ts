import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

interface SentTogether {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The number of times that it is sent, all at the same time. */
  times: number;
}

interface Received {
  status: number;
  text: string;
}

/**
 * Sends requests from a separate thread: what senders spend is no part of the turns of an ingress that runs in the
 * process of the test.
 */
export class SenderThread {
  readonly #worker = new Worker(import.meta.filename);

  /** The answers, in any order. @throws when one did not arrive */
  async post(requests: SentTogether): Promise<Received[]> {
    this.#worker.postMessage(requests);
    const [answers] = (await once(this.#worker, 'message')) as [Received[] | Error];
    if (answers instanceof Error) throw answers;
    return answers;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

async function send({ url, headers, body, times }: SentTogether): Promise<Received[]> {
  const one = async (): Promise<Received> => {
    const response = await fetch(url, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  return Promise.all(Array.from({ length: times }, one));
}

if (!isMainThread)
  parentPort?.on('message', (requests: SentTogether) => {
    void send(requests).then(
      (answers) => parentPort?.postMessage(answers),
      (error: unknown) => parentPort?.postMessage(error),
    );
  });
