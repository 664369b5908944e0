import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '@workflow/workflow-model';
import { ApiError } from '../errors/api-error.ts';
import { required } from '../errors/required.ts';
import type { AppContext } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, credentialsOf, organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { CREDENTIAL, credentialPath, credentialSecurity, testResultSchema } from './credential-schemas.ts';

const LOOK_EVERY_MS = 100;

export const testCredential = defineRoute({
  method: 'POST',
  path: `${credentialPath}/{id}/test`,
  summary: 'Sign in with a credential',
  description:
    'An executor tries it, at an address that workflows may reach, and changes nothing there. Answered within ' +
    '`EXECUTOR_ANSWER_TIMEOUT_MS`, 10 s by default.',
  security: credentialSecurity,
  params: params('id'),
  responses: {
    200: { description: 'The result of the test.', schema: testResultSchema, example: { ok: true } },
    503: { description: 'No executor is running, or none answered in time.' },
  },
  async handler(context, request, caller) {
    const { id } = request.params;
    const { name, type } = required(await credentialsOf(context, caller).find(id), CREDENTIAL, id);
    request.expectWait(context.config.executorAnswerTimeoutMs);
    const answer = await askExecutors(context, caller.organizationId, id);
    const detail = { name, type, result: resultOf(answer as unknown as TestResult) };
    await organizationOf(context, caller).recordAudit(actorOf(caller), {
      action: 'credential.test',
      targetType: 'credential',
      targetId: id,
      detail,
    });
    return { status: 200, body: answer };
  },
});

interface TestResult {
  ok: boolean;
  message?: string;
}

/** Returns the result for the audit log. A success has a message only if nothing was tested. */
function resultOf({ ok, message }: TestResult): string {
  if (!ok) return 'failed';
  return message === undefined ? 'succeeded' : 'nothing was tried';
}

/** @throws ApiError NO_EXECUTOR, EXECUTOR_SILENT */
async function askExecutors({ store, config }: AppContext, organizationId: string, subject: string): Promise<Json> {
  const withinMs = config.executorAnswerTimeoutMs;
  const until = performance.now() + withinMs;
  const id = await store.requests.ask({ organizationId, kind: 'credential-test', subject }, withinMs);
  if (id === null) throw new ApiError('NO_EXECUTOR');
  try {
    while (performance.now() < until) {
      const answer = await store.requests.readAnswer(organizationId, id);
      if (answer !== null) return answer;
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    await store.requests.drop(organizationId, id);
  }
  // An executor may have signed in, so our client must not repeat the request: no Retry-After.
  throw new ApiError('EXECUTOR_SILENT', { values: { seconds: Math.round(withinMs / 1_000) } });
}
