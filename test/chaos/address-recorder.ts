import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { ThirdParty } from './third-party.ts';

/** The third party to which sessions send the addresses of their questions. */
export class AddressRecorder extends ThirdParty {
  /** The paths that each session sent, by its number. All tries of a step send the same one. */
  readonly paths = new Map<number, Set<string>>();

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { number, to } = (await json(request)) as { number: number; to: string };
    this.paths.set(number, (this.paths.get(number) ?? new Set()).add(new URL(to).pathname));
    response.end();
  }
}
