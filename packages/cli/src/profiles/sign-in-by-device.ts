import type { Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';

export interface DeviceSignIn {
  scopes: readonly string[] | undefined;
  name: string | undefined;
}

/** Signs in with a browser. @returns the key */
export function signInByDevice(_cli: Cli, _url: string, _asked: DeviceSignIn): Promise<string> {
  return Promise.reject(new UsageError('The key is missing: give --key, or --key - to read it from standard input'));
}
