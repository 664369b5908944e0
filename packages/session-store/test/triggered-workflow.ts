import { randomUUID } from 'node:crypto';
import type { Component, Definition, JsonObject } from '@workflow/workflow-model';
import type { TestStore } from './open-test-store.ts';

const ACTOR = { type: 'system' as const, id: null, name: 'test' };
const CONTENT = { name: 'Test', description: '' };

/** Creates a published workflow with one trigger, in a new organization. */
export async function triggeredWorkflow(
  test: TestStore,
  trigger: Pick<Component, 'type' | 'output' | 'config'>,
  more: Partial<Definition> = {},
) {
  const organizationId = randomUUID();
  const componentId = randomUUID();
  await test.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', $1::uuid::text)`, [organizationId]);
  const management = test.store.management.organization(organizationId);
  const definitionOf = (config: JsonObject, changes: Partial<Component> = {}): Definition => ({
    components: [{ ...trigger, id: componentId, config, ...changes }],
    connections: [],
    ...more,
  });
  const { id: workflowId } = await management.createWorkflow(ACTOR, { ...CONTENT, ...definitionOf(trigger.config) });
  const publish = async () => {
    const check = () => ({ problems: [], warnings: [], references: [] });
    const outcome = await management.publishWorkflow(ACTOR, workflowId, { expectedRevision: null, check });
    if (outcome.kind !== 'published') throw new Error(`It was not published: ${outcome.kind}`);
  };
  await publish();
  return {
    organizationId,
    workflowId,
    componentId,
    management,
    publish,
    pause: () => management.pauseWorkflow(ACTOR, workflowId),
    resume: () => management.resumeWorkflow(ACTOR, workflowId),
    pauseOrganization: () => management.pause(ACTOR),
    resumeOrganization: () => management.resume(ACTOR),
    unpublish: () => management.unpublishWorkflow(ACTOR, workflowId),
    remove: () => management.deleteWorkflow(ACTOR, workflowId),
    republish: async (config: JsonObject, changes: Partial<Component> = {}) => {
      await management.saveDraft(ACTOR, workflowId, null, { ...CONTENT, ...definitionOf(config, changes) });
      await publish();
    },
  };
}
