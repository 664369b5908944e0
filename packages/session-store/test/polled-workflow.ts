import type { JsonObject } from '@workflow/workflow-model';
import type { TestStore } from './open-test-store.ts';
import { triggeredWorkflow } from './triggered-workflow.ts';

/** Creates a published workflow that polls a feed, in a new organization. */
export async function polledWorkflow(test: TestStore) {
  const config = { url: 'https://example.com/feed', everySeconds: 60 };
  const workflow = await triggeredWorkflow(test, { type: 'feed', output: 'entry', config });
  return {
    ...workflow,
    sessions: () =>
      test.sql<{ trigger: string; values: JsonObject }>(
        'SELECT trigger, placeholder_values AS values FROM sessions WHERE workflow_id = $1 ORDER BY id',
        [workflow.workflowId],
      ),
  };
}
