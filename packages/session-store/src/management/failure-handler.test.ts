import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useTestStore } from '../../test/open-test-store.ts';
import { triggeredWorkflow } from '../../test/triggered-workflow.ts';

const database = useTestStore();

const ACTOR = { type: 'system' as const, id: null, name: 'test' };
const hearing = () => triggeredWorkflow(database, { type: 'error', output: 'failure', config: { workflows: [] } });

test('only a published workflow with an error trigger is chosen, and never a deleted one', async () => {
  const [ownWorkflow, otherWorkflow] = [await hearing(), await hearing()];
  const { management, workflowId } = ownWorkflow;
  expect(await management.setFailureHandler(ACTOR, otherWorkflow.workflowId)).toBe(false);
  expect(await management.setFailureHandler(ACTOR, randomUUID())).toBe(false);
  expect(await management.setFailureHandler(ACTOR, workflowId)).toBe(true);
  const choices = [{ workflowId, name: 'Test' }];
  expect(await management.readFailureHandler()).toEqual({ workflowId, name: 'Test', ready: true, choices });
  await ownWorkflow.unpublish();
  expect(await management.readFailureHandler()).toEqual({ workflowId, name: 'Test', ready: false, choices: [] });
  await ownWorkflow.remove();
  expect(await management.readFailureHandler()).toEqual({ workflowId: null, name: null, ready: false, choices: [] });
});
