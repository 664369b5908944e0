import { useMediaQuery } from '@mantine/hooks';
import { ReactFlowProvider } from '@xyflow/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Workflow } from '../api/types.ts';
import { Canvas } from './canvas/canvas.tsx';
import { Palette } from './canvas/palette.tsx';
import { EditorContext, useDraft, useEditor } from './editor-context.ts';
import { createParts } from './create-parts.ts';
import classes from './editor.module.css';
import { texts } from '../texts/editor.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { EditorPausedNotice } from './editor-paused-notice.tsx';
import { EmptyCanvasHint } from './canvas/empty-canvas-hint.tsx';
import panelClasses from './panel/component-panel.module.css';
import { useLastSteps } from './run/use-last-steps.ts';
import { useEditorCommands } from './use-editor-commands.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useShownProblems } from './problem-visibility.ts';
import { useProblems } from './use-problems.ts';
import { usePicked } from './value-store.ts';

const loadPanel = async () => ({ default: (await import('./panel/component-panel.tsx')).ComponentPanel });
const ComponentPanel = lazy(loadPanel);
const LiveRunBar = lazy(async () => ({ default: (await import('./run/live-run-bar.tsx')).LiveRunBar }));
const ConflictNotice = lazy(async () => ({ default: (await import('./conflict-notice.tsx')).ConflictNotice }));

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
      <ReactFlowProvider>
        <EditorLayout />
      </ReactFlowProvider>
    </EditorContext>
  );
}

function EditorLayout() {
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const [paletteOpen, setPaletteOpen] = useState(!narrow);
  const { autosave, liveRun } = useEditor();
  const isInConflict = usePicked(autosave.status, (status) => status.kind === 'conflict');
  const isRunShown = usePicked(liveRun, (run) => run !== null);
  const isPanelOpen = useDraft((state) => state.selected !== null);
  useProblems();
  useShownProblems(useEditor());
  useEditorKeys();
  useEditorCommands();
  useLastSteps();
  return (
    <div className={classes.editor}>
      <EditorToolbar paletteOpen={paletteOpen} onTogglePalette={() => setPaletteOpen((open) => !open)} />
      <EditorPausedNotice />
      <Suspense>{isInConflict && <ConflictNotice />}</Suspense>
      {/* The panel is needed at the first click on a card: it is loaded when the pointer or the focus comes near. */}
      <div className={classes.body} onPointerEnter={() => void loadPanel()} onFocus={() => void loadPanel()}>
        {paletteOpen && <Palette onAdded={() => narrow && setPaletteOpen(false)} />}
        <div className={classes.canvas} data-canvas tabIndex={-1}>
          <Canvas />
          <EmptyCanvasHint />
          <Suspense>{isRunShown && <LiveRunBar />}</Suspense>
        </div>
        <Suspense fallback={<PanelSpace />}>{isPanelOpen && <ComponentPanel />}</Suspense>
      </div>
    </div>
  );
}

/** Keeps the place of the panel while it is loaded, so that nothing moves when it comes. */
function PanelSpace() {
  return <aside data-component-panel className={panelClasses['panel']} aria-busy aria-label={texts.component} />;
}
