import type { OrganizationManagement } from '@workflow/session-store';
import { definitionOf, type Component, type Definition } from '@workflow/workflow-model';
import { notFound, required } from '../errors/required.ts';

interface FoundComponent {
  component: Component;
  definition: Definition;
  inDraft: boolean;
}

/**
 * Returns the component in the draft, otherwise in the published version.
 * @throws ApiError RESOURCE_NOT_FOUND that names the workflow or the component
 */
export async function findComponent(
  organization: OrganizationManagement,
  workflowId: string,
  componentId: string,
): Promise<FoundComponent> {
  const draft = required(await organization.readWorkflow(workflowId), 'Workflow', workflowId);
  const wanted = componentId.toLowerCase();
  const inDraft = draft.components.find((component) => component.id === wanted);
  if (inDraft !== undefined)
    return {
      component: inDraft,
      definition: definitionOf(draft),
      inDraft: true,
    };
  const published = draft.publishedVersion === null ? null : await organization.readPublishedDefinition(workflowId);
  const component = published?.components.find((each) => each.id === wanted);
  if (published === null || component === undefined) throw notFound('Component', componentId);
  return { component, definition: published, inDraft: false };
}
