import { hostname, userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { AbortError, createClient } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { CommandFailed, UsageError } from '../failures/failures.ts';

export interface DeviceSignIn {
  scopes: readonly string[] | undefined;
  name: string | undefined;
}

const SCOPES = ['run', 'read', 'manage'] as const;
type Scope = (typeof SCOPES)[number];

/**
 * Signs in with a browser (RFC 8628): shows an address and a code, and asks until somebody confirmed it.
 * @returns the key
 * @throws UsageError for an unknown scope, CommandFailed when it was refused or the code expired
 */
export async function signInByDevice(cli: Cli, url: string, asked: DeviceSignIn): Promise<string> {
  const client = createClient({ baseUrl: url, apiKey: '' });
  const { signal, terminal } = cli;
  const keyName = asked.name ?? `workflow of ${userInfo().username} on ${hostname()}`.slice(0, 200);
  const scopes = asked.scopes?.map(requireScope);
  const body = { keyName, ...(scopes !== undefined && { scopes }) };
  const { data: codes } = await client.call('POST /v1/device-sign-ins', { body }, { signal });
  terminal.note(`Open ${codes.verificationUrlComplete}`);
  terminal.note(`and confirm the code ${terminal.styled(codes.userCode, 'bold')}`);
  let intervalMs = codes.interval * 1_000;
  for (;;) {
    await pause(intervalMs, undefined, { signal }).catch((error: unknown) => {
      throw new AbortError(error);
    });
    const { deviceCode } = codes;
    const { data: answer } = await client.call('POST /v1/device-sign-ins/ask', { body: { deviceCode } }, { signal });
    if (answer.key !== undefined) return answer.key;
    if (answer.status === 'slow-down') intervalMs += codes.interval * 1_000;
    else if (answer.status !== 'pending') throw new CommandFailed(REFUSALS[answer.status] ?? REFUSED);
  }
}

const REFUSED = 'The sign-in was refused';
const REFUSALS: Readonly<Record<string, string>> = {
  expired: 'The code expired before it was confirmed; run `workflow login` again',
  unknown: 'The code is not known any more; run `workflow login` again',
};

function requireScope(scope: string): Scope {
  const known = SCOPES.find((one) => one === scope);
  if (known === undefined) throw new UsageError(`There is no scope '${scope}'; --scopes takes ${SCOPES.join(', ')}`);
  return known;
}
