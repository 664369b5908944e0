import { foldBodies } from '@workflow/components/descriptors';
import type { Problem } from '../api/api-error.ts';
import type { QueryClient } from '@tanstack/react-query';
import { workflowEntry, type WorkflowRead } from '../api/queries/workflow-entry.ts';
import type { Step } from '../api/types.ts';
import { Autosave } from './draft/autosave.ts';
import { dialogOf, type EditorDialog } from './dialogs.ts';
import { draftOf } from './draft/draft-of.ts';
import { hasUnsavedChanges } from './draft/save-status.ts';
import { createDraftStore } from './draft/draft-store.ts';
import { readHistory, rememberHistory } from './draft/remembered-history.ts';
import type { LeftWorkflow } from './extract/left-workflow.ts';
import type { EditorParts } from './editor-context.ts';
import type { Touched } from './draft/problem-visibility.ts';
import type { LiveRun } from './live-run.ts';
import { readPins } from './values/pinned-outputs.ts';
import { createValueStore } from '../ui/value-store.ts';

/** Makes what the parts of an editor share, for a workflow that was just read. */
export function createParts(queryClient: QueryClient, { workflow, etag }: WorkflowRead): EditorParts {
  const entry = workflowEntry(queryClient, workflow.id);
  const store = createDraftStore(draftOf(workflow), { history: readHistory(workflow.id, etag) });
  const asked = new URLSearchParams(location.search).get('component');
  if (asked !== null) store.select(asked);
  const autosave = new Autosave({
    store,
    etag,
    save: async (draft, readEtag, signal) =>
      (await entry.save({ ...draft, ...foldBodies(draft) }, readEtag, signal)).etag,
    read: async () => {
      const read = await entry.read();
      return { draft: draftOf(read.workflow), etag: read.etag };
    },
    watch: (onRead) => entry.watch((read) => onRead(read.etag)),
  });
  autosave.status.subscribe(() => {
    if (autosave.status.get().kind === 'saved') rememberHistory(workflow.id, autosave.etag(), store.history());
  });
  return {
    workflowId: workflow.id,
    entry,
    store,
    autosave,
    onBeforeUnload(event) {
      if (!hasUnsavedChanges(autosave.status.get())) return;
      event.preventDefault();
      void autosave.flush().catch(() => undefined);
    },
    allProblems: createValueStore<ReadonlyMap<string, Problem[]>>(new Map()),
    warnings: createValueStore<readonly Problem[]>([]),
    problems: createValueStore<ReadonlyMap<string, Problem[]>>(new Map()),
    recheck: createValueStore(0),
    touched: createValueStore<Touched>(new Map()),
    dialog: createValueStore<EditorDialog>(dialogOf(location.search)),
    leftWorkflow: createValueStore<LeftWorkflow | null>(null),
    liveRun: createValueStore<LiveRun | null>(null),
    lastSteps: createValueStore<ReadonlyMap<string, Step>>(new Map()),
    pins: createValueStore(readPins(workflow.id)),
  };
}
