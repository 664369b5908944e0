import type { HttpCall } from '@workflow/component-kit/run';
import type { Reach, TestOutcome } from './define-runner.ts';

/** A test that sends one request: an answer below 400 is what it hopes for. */
export async function tryRequest(reach: Reach, call: HttpCall): Promise<TestOutcome> {
  const { status } = await reach.send(call);
  return status < 400 ? { ok: true } : { ok: false, message: `${call.url.host} answered ${status}` };
}

/** Of a server of models, whose list of them only somebody known may read. */
export function tryModels(reach: Reach, baseUrl: string, headers: Record<string, string>): Promise<TestOutcome> {
  return tryRequest(reach, {
    method: 'GET',
    url: new URL(`${baseUrl.replace(/\/$/, '')}/models`),
    headers: { accept: 'application/json' },
    body: null,
    signIn: { headers, hosts: null },
  });
}
