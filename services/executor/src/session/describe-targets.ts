import { findComponentType, soleTrigger, startFieldsOf } from '@workflow/components/descriptors';
import type { Children, ChildTarget } from '@workflow/component-kit/run';
import type { ChildWorkflow } from '@workflow/session-store';
import { StepFailure, type SessionMode } from '@workflow/workflow-model';

/**
 * Describes the workflows that a component can start, in the order of `targets`.
 * @throws StepFailure if one is missing, not published, or has no trigger for a caller
 */
export function describeTargets(
  targets: Parameters<Children['describe']>[0],
  mode: SessionMode,
  workflows: readonly ChildWorkflow[],
): ChildTarget[] {
  const byId = new Map(workflows.map((workflow) => [workflow.id, workflow]));
  return targets.map(({ workflowId, componentId }) => {
    const workflow = byId.get(workflowId);
    if (workflow === undefined) throw new StepFailure('ENTITY_NOT_FOUND', `Entity '${workflowId}' not found`);
    const { definition, name, description } = workflow;
    if (definition === null || (mode === 'PROD' && workflow.version === null))
      throw new StepFailure('WORKFLOW_NOT_PUBLISHED', `Workflow '${workflowId}' is not published`);
    const start =
      componentId === undefined
        ? soleTrigger(definition)
        : definition.components.find((component) => component.id === componentId && component.disabled !== true);
    if (start === null || start === undefined || findComponentType(start) === undefined)
      throw new StepFailure('ENTITY_NOT_FOUND', `Workflow '${workflowId}' has no component to start at`);
    const version = mode === 'TEST' ? null : workflow.version;
    const fields = startFieldsOf(start);
    return { workflowId, componentId: start.id, version, name, description: description ?? '', fields };
  });
}
