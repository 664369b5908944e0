import type { HttpCall } from '@workflow/component-kit/run';
import type { Reach, TestOutcome } from './define-runner.ts';

/** Tests a credential with one request. An answer below 400 is a success. */
export async function tryRequest(reach: Reach, call: HttpCall): Promise<TestOutcome> {
  const { status } = await reach.send(call);
  return status < 400 ? { ok: true } : { ok: false, message: `${call.url.host} answered ${status}` };
}

/** Tests the credential of a model server, whose list of models requires a sign-in. */
export function tryModels(reach: Reach, baseUrl: string, headers: Record<string, string>): Promise<TestOutcome> {
  return tryRequest(reach, {
    method: 'GET',
    url: new URL(`${baseUrl.replace(/\/$/, '')}/models`),
    headers: { accept: 'application/json' },
    body: null,
    signIn: { headers, hosts: null },
  });
}
