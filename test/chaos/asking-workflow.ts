import { randomUUID } from 'node:crypto';
import type { Definition, JsonObject } from '@workflow/workflow-model';

export type QuestionKind = 'callback' | 'approval';

/** The output of a session whose question was not answered in time. */
export const NOT_ANSWERED = 'not answered';

/** Returns a workflow that sends the address of its question to a third party, waits, and outputs who answered. */
export function askingWorkflow(kind: QuestionKind, thirdParty: string, timeoutSeconds: number) {
  const startId = randomUUID();
  const [send, ask, answered, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const url = kind === 'callback' ? '$callbackUrl' : '$approvalUrl';
  const config: JsonObject =
    kind === 'callback'
      ? { fields: [{ key: 'by', type: 'TEXT' }], timeoutSeconds }
      : { title: 'Agreed?', timeoutSeconds };
  const definition: Definition = {
    components: [
      { id: startId, type: 'input', config: { placeholders: [{ key: 'number', type: 'NUMBER' }] } },
      {
        id: send,
        type: 'http-request',
        config: { method: 'POST', url: thirdParty, body: { number: '{{ number }}', to: `{{ ${url}('Asked') }}` } },
        retry: { maxAttempts: 5, backoffSeconds: 1 },
      },
      {
        ...{ id: ask, name: 'Asked', output: 'answer', config },
        type: kind === 'callback' ? 'wait-for-callback' : 'approval',
      },
      { id: answered, type: 'output', config: { value: '{{ answer.by }}' } },
      { id: late, type: 'output', config: { value: NOT_ANSWERED } },
    ],
    connections: [
      { from: startId, port: 'next', to: send },
      { from: send, port: 'next', to: ask },
      ...(kind === 'callback' ? ['next'] : ['approve', 'reject']).map((port) => ({ from: ask, port, to: answered })),
      { from: ask, port: 'timeout', to: late },
    ],
  };
  return { startId, definition };
}
