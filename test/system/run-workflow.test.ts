import { beforeAll, expect, test } from '@jest/globals';
import { DEMO_WORKFLOWS } from '@workflow/local-stack';
import { createApiClient, describeEachBackend, openSharedSystem, type SharedSystem } from '@workflow/test-harness';

const { greet, receiveOrder } = DEMO_WORKFLOWS;

describeEachBackend('a workflow, end to end', (backend) => {
  let system: SharedSystem;
  let greetId: string;

  beforeAll(async () => {
    system = await openSharedSystem(backend);
    greetId = await system.api.publish(greet.name, greet.definition);
  });

  test('runs from the chosen component to its output', async () => {
    const { status, body } = await system.api.run(greetId, greet.startComponentId, { name: 'Ada' });
    expect(status).toBe(200);
    expect(body).toEqual({
      workflowId: greetId,
      componentId: greet.startComponentId,
      placeholderValues: { name: 'Ada' },
      sessionId: expect.any(String),
    });
    const session = await system.api.untilEnded(body['sessionId'] as string);
    expect(session).toMatchObject({
      status: 'SUCCEEDED',
      output: { greeting: 'Hello, Ada!' },
      trigger: 'API',
      mode: 'PROD',
      workflowVersion: 1,
      error: null,
    });
  });

  test('shows a step for every component that ran', async () => {
    const { body } = await system.api.run(greetId, greet.startComponentId, { name: 'Ada' }, { prefer: 'wait=60' });
    const steps = await system.api.steps(body['sessionId'] as string);
    expect(steps.map(({ componentId, status }) => [componentId, status])).toEqual(
      greet.definition.components.map(({ id }) => [id, 'SUCCEEDED']),
    );
  });

  test('answers with the output when the caller prefers to wait', async () => {
    const { body } = await system.api.run(
      greetId,
      greet.startComponentId,
      { name: 'Ada', language: 'fr' },
      { prefer: 'wait=60' },
    );
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: { greeting: 'Bonjour, Ada!' }, error: null });
  });

  test('starts from a component in the middle with the placeholders available to it', async () => {
    const middle = greet.definition.components[1]!.id;
    const { body } = await system.api.run(greetId, middle, { name: 'Grace' }, { prefer: 'wait=60' });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: { greeting: 'Hello, Grace!' } });
  });

  test('is started by a webhook and takes the port that the data selects', async () => {
    const workflowId = await system.api.publish(receiveOrder.name, receiveOrder.definition);
    const { body: token } = await system.api.request(
      'POST',
      `/v1/workflows/${workflowId}/components/${receiveOrder.startComponentId}/token`,
    );
    const send = (body: object) =>
      system.api.request('POST', `/webhook/${workflowId}`, body, { token: token['token'] as string, 'x-api-key': '' });
    const [large, small] = await Promise.all([send(receiveOrder.example), send({ ...receiveOrder.example, total: 5 })]);
    expect([large.status, small.status]).toEqual([202, 202]);
    const ended = await Promise.all(
      [large, small].map(({ body }) => system.api.untilEnded(body['sessionId'] as string)),
    );
    expect(ended.map(({ output, trigger }) => [(output as { decision: string }).decision, trigger])).toEqual([
      ['review', 'WEBHOOK'],
      ['accepted', 'WEBHOOK'],
    ]);
  });

  test('of another organization is not there', async () => {
    const stranger = createApiClient(system.api.baseUrl, (await system.createOrganization('Another')).apiKey);
    const { status, body } = await stranger.run(greetId, greet.startComponentId, {});
    expect(status).toBe(410);
    expect(body).toEqual({ httpStatus: 410, errorId: expect.any(String), message: `Entity '${greetId}' not found` });
  });
});
