import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { startProgram } from '@workflow/service-runtime';
import type { BackendKind } from '@workflow/test-harness';
import type { Figures } from './figures.ts';
import type { SideAnswer, SideRequest } from './side.ts';
import type { LoadName } from './side-loads.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = relative(ROOT, join(import.meta.dirname, 'side.ts'));

/** One version that runs in a separate process with its own code. */
export class RemoteSide {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a version. @throws when its services do not start */
  static async start(root: string, { node, backend }: { node: string; backend: BackendKind }): Promise<RemoteSide> {
    const child = await startProgram(node, [join(root, FILE), backend], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const side = new RemoteSide(child);
    await side.#answer();
    return side;
  }

  /** Measures one load. @throws when the load fails */
  async measure(load: LoadName): Promise<Figures> {
    const answer = this.#answer();
    this.#child.send({ load } satisfies SideRequest);
    return answer;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    // The process then stops its services and ends.
    if (this.#child.connected) this.#child.disconnect();
    await gone;
  }

  async #answer(): Promise<Figures> {
    const listening = new AbortController();
    const { signal } = listening;
    try {
      const ended = once(this.#child, 'exit', { signal }).then(() => {
        throw new Error('a version that is compared ended before it answered');
      });
      const [answer] = (await Promise.race([once(this.#child, 'message', { signal }), ended])) as [SideAnswer];
      return answer.figures;
    } finally {
      listening.abort();
    }
  }
}
