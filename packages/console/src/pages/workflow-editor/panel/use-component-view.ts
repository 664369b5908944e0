import type { Component } from '@workflow/workflow-model';
import { useQuery } from '@tanstack/react-query';
import { componentViewQuery } from '../../../api/queries/webhook-token.ts';
import { versionsQuery } from '../../../api/queries/versions.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';

/** A trigger as the service has it, once it is saved, and whether its workflow is published. */
export function useComponentView(component: Component) {
  const { workflowId, autosave } = useEditor();
  const isSaved = usePicked(autosave.status, (status) => status.kind === 'saved');
  const view = useQuery({ ...componentViewQuery(workflowId, component.id), enabled: isSaved });
  const versions = useQuery(versionsQuery(workflowId));
  return { workflowId, isSaved, view, isUnpublished: versions.data?.publishedVersion === null };
}
