import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useWorkflow } from '../../../api/queries/workflow-entry.ts';
import { LazyMenu } from '../../../ui/lazy-menu.tsx';
import { useEditor } from '../../../editor/editor-context.ts';
import { loadPart } from '../../../ui/load-part.tsx';

const PublishedMenu = loadPart(async () => (await import('./published-menu.tsx')).PublishedMenu);

/** Publishes the workflow, showing what changed, and unpublishes it. */
export function PublishButton() {
  const { workflowId, dialog } = useEditor();
  // The editor opens when the workflow is read. A button that appeared later would move the tools under the pointer.
  const { data } = useWorkflow(workflowId);
  const published = data?.workflow.publishedVersion ?? null;
  return (
    <Button.Group>
      <Button size="xs" onClick={() => dialog.set({ kind: 'publish' })}>
        Publish
      </Button>
      {published !== null && (
        <LazyMenu menu={PublishedMenu}>
          {(behaviour) => (
            <Button size="xs" px={6} aria-label={`Published: version ${published}. More`} {...behaviour}>
              <IconChevronDown size={14} />
            </Button>
          )}
        </LazyMenu>
      )}
    </Button.Group>
  );
}
