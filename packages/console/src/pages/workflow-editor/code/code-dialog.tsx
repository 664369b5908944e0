import '@mantine/core/styles/Code.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Code, Modal, Tabs } from '@mantine/core';
import { Link } from 'react-router';
import { outputsOf, soleTrigger } from '@workflow/components/descriptors';
import type { Definition } from '@workflow/workflow-model';
import { usePublishedVersion } from '../../../api/queries/use-published-version.ts';
import { isTrigger } from '../../../editor/draft/connection-rules.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { codeExamples, type CodeExample } from '../../../features/code/code-examples.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { TabRow } from '../../../ui/tab-row.tsx';
import classes from '../panel/webhook-section.module.css';

/** How a program starts the published version, with its ids and what it takes filled in. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const { workflowId } = useEditor();
  const { definition, isUnpublished, failed } = usePublishedVersion(workflowId);
  return (
    <Modal opened onClose={onClose} title="Use it from code" size="lg">
      {failed && <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {isUnpublished && (
        <EmptyState title="Not published" text="Programs run the published version. Publish the workflow first." />
      )}
      {definition && <Examples examples={examplesOf(workflowId, definition)} />}
    </Modal>
  );
}

function Examples({ examples }: { examples: readonly CodeExample[] }) {
  if (examples.length === 0)
    return <EmptyState title="No trigger" text="Programs start a workflow at a trigger. Add one first." />;
  return (
    <Tabs defaultValue={examples[0]?.title ?? ''}>
      <TabRow tabs={examples.map(({ title }) => ({ value: title, label: title }))} value={examples[0]?.title ?? ''} />
      {examples.map(({ title, code, note, install }) => (
        <Tabs.Panel key={title} value={title}>
          {install !== null && (
            <>
              <div className={classes.exampleHead}>
                Install it from this service:
                <CopyButton value={install} label={`Copy the installation for ${title}`} />
              </div>
              <Code block className={classes.example ?? ''} tabIndex={0}>
                {install}
              </Code>
            </>
          )}
          <div className={classes.exampleHead}>
            <span>
              {note} <Link to="/settings/api-keys">API keys</Link>
            </span>
            <CopyButton value={code} label={`Copy the example for ${title}`} />
          </div>
          <Code block className={classes.example ?? ''} tabIndex={0}>
            {code}
          </Code>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function examplesOf(workflowId: string, definition: Definition): CodeExample[] {
  const trigger = soleTrigger(definition) ?? definition.components.find(isTrigger);
  if (trigger === undefined) return [];
  return codeExamples({
    origin: globalThis.location.origin,
    workflowId,
    componentId: trigger.id,
    fields: outputsOf(trigger),
    toolName: definition.mcp?.name ?? null,
  });
}
