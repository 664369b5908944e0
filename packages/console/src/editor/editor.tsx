import { useMediaQuery } from '@mantine/hooks';
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useState } from 'react';
import type { Problem } from '../api/api-error.ts';
import { readWorkflow, saveWorkflow } from '../api/queries/workflows.ts';
import type { Workflow } from '../api/types.ts';
import { createAutosave } from './autosave.ts';
import { CardContext } from './canvas/card-context.ts';
import { Canvas } from './canvas/canvas.tsx';
import { Palette } from './canvas/palette.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { createDraftStore } from './draft-store.ts';
import { draftOf } from './draft-of.ts';
import { EditorContext, type EditorParts } from './editor-context.ts';
import classes from './editor.module.css';
import { EditorToolbar } from './editor-toolbar.tsx';
import { EmptyCanvasHint } from './canvas/empty-canvas-hint.tsx';
import { ComponentPanel } from './panel/component-panel.tsx';
import type { LiveRun } from './run/live-run.ts';
import { LiveRunBar } from './run/live-run-bar.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useProblems } from './use-problems.ts';
import { createValueStore } from './value-store.ts';

interface EditorProps {
  workflow: Workflow;
  etag: string;
}

export function Editor({ workflow, etag }: EditorProps) {
  const [parts] = useState(() => createParts(workflow, etag));
  useEffect(() => {
    parts.autosave.start();
    return () => {
      void parts.autosave.flush().catch(() => undefined);
      parts.autosave.stop();
    };
  }, [parts]);
  return (
    <EditorContext value={parts}>
      <CardContext value={parts}>
      <ReactFlowProvider>
        <EditorLayout workflow={workflow} />
      </ReactFlowProvider>
      </CardContext>
    </EditorContext>
  );
}

function createParts(workflow: Workflow, etag: string): EditorParts {
  const store = createDraftStore(draftOf(workflow));
  return {
    workflowId: workflow.id,
    store,
    autosave: createAutosave({
      store,
      etag,
      save: (draft, readEtag) => saveWorkflow(workflow.id, draft, readEtag),
      readEtag: async () => (await readWorkflow(workflow.id)).etag,
    }),
    problems: createValueStore<ReadonlyMap<string, Problem[]>>(new Map()),
    liveRun: createValueStore<LiveRun | null>(null),
  };
}

function EditorLayout({ workflow }: { workflow: Workflow }) {
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const [paletteOpen, setPaletteOpen] = useState(!narrow);
  useProblems();
  useEditorKeys();
  return (
    <div className={classes.editor}>
      <EditorToolbar workflow={workflow} paletteOpen={paletteOpen} onTogglePalette={() => setPaletteOpen((open) => !open)} />
      <ConflictNotice />
      <div className={classes.body}>
        {paletteOpen && <Palette onAdded={() => narrow && setPaletteOpen(false)} />}
        <div className={classes.canvas}>
          <Canvas />
          <EmptyCanvasHint />
          <LiveRunBar />
        </div>
        <ComponentPanel />
      </div>
    </div>
  );
}
