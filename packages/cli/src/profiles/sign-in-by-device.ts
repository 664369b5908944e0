import { hostname, userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { AbortError } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { CommandFailed, TemporaryFailure, UsageError } from '../failures/failures.ts';
import { postForm, type FormAnswer } from './post-form.ts';

export interface DeviceSignIn {
  scopes: readonly string[] | undefined;
  name: string | undefined;
}

const SCOPES = ['run', 'read', 'manage'];
const CLIENT_ID = 'workflow';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const MAX_NAME_LENGTH = 200;

/**
 * Signs in with a browser (RFC 8628). Shows an address and a code, and polls until somebody confirms the code. After a
 * temporary failure it continues with longer pauses until the code expires.
 * @returns the key
 * @throws UsageError for an unknown scope, CommandFailed if the sign-in was refused or the code expired,
 *   TemporaryFailure if the service could not start the sign-in, or still fails when the code expires
 */
export async function signInByDevice(cli: Cli, url: string, request: DeviceSignIn): Promise<string> {
  const { signal, terminal } = cli;
  const keyName = request.name ?? `workflow of ${userInfo().username} on ${hostname()}`.slice(0, MAX_NAME_LENGTH);
  const unknown = request.scopes?.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) throw new UsageError(`Unknown scope '${unknown}'; --scopes accepts ${SCOPES.join(', ')}`);
  const { body: codes } = await postForm(
    url,
    '/v1/oauth/device_authorization',
    { client_id: CLIENT_ID, key_name: keyName, ...(request.scopes && { scope: request.scopes.join(' ') }) },
    signal,
  );
  const code = codes['device_code'];
  if (code === undefined)
    throw new CommandFailed(
      codes['error_description'] ?? `${url} does not support signing in with a browser; give --key`,
    );
  terminal.note(`Open ${codes['verification_uri_complete']}`);
  terminal.note(`and confirm the code ${terminal.styled(codes['user_code'] ?? '', 'bold', 'stderr')}`);
  const stepMs = Number(codes['interval']) * 1_000;
  const expiresAtMs = performance.now() + Number(codes['expires_in'] ?? 0) * 1_000;
  let intervalMs = stepMs;
  for (;;) {
    await pause(intervalMs, undefined, { signal }).catch((error: unknown) => {
      throw new AbortError(error);
    });
    const { access_token: key, error = '' } = await askForKey(url, code, expiresAtMs, signal);
    if (key !== undefined) return key;
    if (error === 'slow_down') intervalMs += stepMs;
    else if (error !== 'authorization_pending') throw new CommandFailed(REFUSALS[error] ?? REFUSED);
  }
}

/** Polls once. Until the code expires, a temporary failure counts as `slow_down` (RFC 8628 §3.5). */
async function askForKey(
  url: string,
  code: string,
  expiresAtMs: number,
  signal: AbortSignal,
): Promise<FormAnswer['body']> {
  const fields = { grant_type: DEVICE_GRANT, device_code: code, client_id: CLIENT_ID };
  try {
    return (await postForm(url, '/v1/oauth/token', fields, signal)).body;
  } catch (error) {
    if (!(error instanceof TemporaryFailure) || performance.now() >= expiresAtMs) throw error;
    return { error: 'slow_down' };
  }
}

/** Deletes a key that `signInByDevice` created. Returns false for any other key, which is not deleted. */
export async function endDeviceKey(cli: Cli, url: string, key: string): Promise<boolean> {
  const { status } = await postForm(url, '/v1/oauth/revoke', { token: key, client_id: CLIENT_ID }, cli.signal);
  return status === 200;
}

const REFUSED = 'The sign-in was refused';
const REFUSALS: Readonly<Record<string, string>> = {
  expired_token: 'The code expired before it was confirmed; run `workflow login` again',
  invalid_grant: 'The code is no longer valid; run `workflow login` again',
};
