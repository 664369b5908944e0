import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { readWorkflow } from '../../api/queries/workflows.ts';
import { showError } from '../../ui/show-error.ts';
import { draftOf } from '../../editor/draft/draft-of.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { usePicked } from '../../ui/value-store.ts';

/** Somebody else, or another tab, saved the workflow: asks which draft to keep. */
export function ConflictNotice() {
  const { workflowId, autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const [busy, setBusy] = useState(false);
  if (status.kind !== 'conflict') return null;

  function run(action: () => Promise<void>) {
    setBusy(true);
    action()
      .catch(showError)
      .finally(() => setBusy(false));
  }

  return (
    <Alert
      color="yellow"
      variant="light"
      radius={0}
      title="Somebody else changed this workflow while you edited it"
      role="alert"
    >
      <Group gap="xs" align="center">
        <span>The saved draft is not the one that you see. Which one do you want to keep?</span>
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          onClick={() =>
            run(async () => {
              const { workflow, etag } = await readWorkflow(workflowId);
              autosave.accept(draftOf(workflow), etag, false);
            })
          }
        >
          Use theirs
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => run(() => autosave.overwrite())}>
          Keep mine
        </Button>
      </Group>
    </Alert>
  );
}
