import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEMO_WORKFLOWS } from '@workflow/local-stack';
import { describeEachBackend, startSystem, type TestSystem } from '@workflow/test-harness';

const { greet } = DEMO_WORKFLOWS;
const RUNS = 20;

describeEachBackend('processes that start and stop', (backend) => {
  let system: TestSystem;
  let workflowId: string;

  beforeAll(async () => {
    system = await startSystem({ backend });
    workflowId = await system.api.publish(greet.name, greet.definition);
  });
  afterAll(() => system?.stop());

  const accept = async (): Promise<string[]> => {
    const answers = await Promise.all(
      Array.from({ length: RUNS }, () => system.api.run(workflowId, greet.startComponentId, { name: 'Ada' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: RUNS }, () => 200));
    return answers.map(({ body }) => body['sessionId'] as string);
  };
  const allSucceed = async (sessionIds: string[], api = system.api): Promise<void> => {
    const ended = await Promise.all(sessionIds.map((id) => api.untilEnded(id)));
    expect(ended.map(({ status }) => status)).toEqual(sessionIds.map(() => 'SUCCEEDED'));
  };

  test('runs are accepted while no executor runs, and the next executor runs them', async () => {
    await Promise.all(system.executors.map((executor) => executor.stop()));
    const sessionIds = await accept();
    await system.startExecutor();
    await allSucceed(sessionIds);
  });

  test('an executor that is killed loses no session', async () => {
    const sessionIds = await accept();
    await system.executors.at(-1)!.kill();
    await system.startExecutor();
    await allSucceed(sessionIds);
  });

  test('sessions survive the ingress that accepted them', async () => {
    const sessionIds = await accept();
    const next = await system.startIngress();
    await system.ingresses[0]!.kill();
    await allSucceed(sessionIds, system.apiFor(system.organization, next));
  });
});
