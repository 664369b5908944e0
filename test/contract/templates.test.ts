import { expect, test } from '@jest/globals';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { useContractSystem } from './use-contract-system.ts';

interface Template {
  key: string;
  name: string;
  needs: { kind: string }[];
  samples: { componentId: string; placeholderValues: JsonObject }[];
}
interface Step {
  componentId: string;
  status: string;
  input: JsonObject | null;
  output: unknown;
}

const system = useContractSystem();

/** Creates the template's workflow as the console does. */
async function make({ key }: Template) {
  return system.api.call<Pick<Template, 'samples'> & { id: string }>('POST', `/v1/workflow-templates/${key}`);
}

async function runTest(workflowId: string, { componentId, placeholderValues }: Template['samples'][number]) {
  const run = { workflowId, componentId, mode: 'TEST', placeholderValues };
  const { body } = await system.api.request<{ sessionId: string; status: string }>('POST', '/v1/workflow/run', run, {
    prefer: 'wait=60',
  });
  const { body: steps } = await system.api.request<{ items: Step[] }>('GET', `/v1/sessions/${body.sessionId}/steps`);
  return { session: body, steps: steps.items };
}

test('every template of the gallery runs to success with its sample values and no account', async () => {
  const { body } = await system.api.request<{ items: Template[] }>('GET', '/v1/workflow-templates');
  expect(body.items.length).toBeGreaterThanOrEqual(12);
  const outcomes = await Promise.all(
    body.items.map(async (template) => {
      const { id: workflowId, samples } = await make(template);
      const runs = [];
      for (const sample of samples) runs.push(await runTest(workflowId, sample));
      return { key: template.key, needs: template.needs, runs };
    }),
  );
  const failed = outcomes.flatMap(({ key, runs }) =>
    runs.filter(({ session }) => session.status !== 'SUCCEEDED').map(({ session, steps }) => ({ key, session, steps })),
  );
  expect(failed).toEqual([]);
  const simulated = outcomes.filter(({ runs }) =>
    runs.some(({ steps }) => steps.some(({ input }) => String(input?.standIn).includes('stand-in'))),
  );
  expect(simulated.length).toBeGreaterThanOrEqual(8);
});

const MAIL = { from: 'a@example.com', to: 'b@example.com', subject: 'For {{ name }}', text: 'Hello' };

function mailWorkflow(config: JsonObject, standIn?: JsonObject): Definition {
  const [input, mail, output] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [
    string,
    string,
    string,
  ];
  return {
    components: [
      { id: input, type: 'input', config: { placeholders: [{ key: 'name', type: 'TEXT' }] } },
      { id: mail, type: 'send-email', output: 'mail', config, ...(standIn && { standIn }) },
      { id: output, type: 'output', config: { value: '{{ mail.messageId }}' } },
    ],
    connections: [
      { from: input, port: 'next', to: mail },
      { from: mail, port: 'next', to: output },
    ],
  };
}

test('a step without a chosen credential shows what it would have done, and that it is simulated', async () => {
  const { body } = await system.api.request<{ id: string }>('POST', '/v1/workflows', {
    name: 'm',
    ...mailWorkflow(MAIL),
  });
  const start = { componentId: '00000000-0000-7000-8000-000000000001', placeholderValues: { name: 'Ada' } };
  const { session, steps } = await runTest(body.id, start);
  expect(session).toMatchObject({ error: null, status: 'SUCCEEDED', output: 'stand-in of messageId' });
  const step = steps.find(({ componentId }) => componentId.endsWith('2'));
  expect(step?.input).toMatchObject({
    standIn: expect.stringContaining('stand-in'),
    subject: 'For Ada',
    to: [MAIL.to],
  });
  const publishing = await system.api.request('POST', `/v1/workflows/${body.id}/publish`);
  expect([publishing.status, JSON.stringify(publishing.body)]).toEqual([400, expect.stringContaining('credential')]);
});

test('a credential that was chosen and is gone fails, with or without an output that would stand in', async () => {
  const definition = mailWorkflow(
    { ...MAIL, credential: '00000000-0000-7000-8000-0000000000c1' },
    { messageId: '<x@example.com>', accepted: [] },
  );
  const { body } = await system.api.request<{ id: string }>('POST', '/v1/workflows', { name: 'gone', ...definition });
  const start = { componentId: '00000000-0000-7000-8000-000000000001', placeholderValues: { name: 'Ada' } };
  const { session } = await runTest(body.id, start);
  expect(session).toMatchObject({ status: 'FAILED', error: { code: 'CREDENTIAL_MISSING' } });
});
