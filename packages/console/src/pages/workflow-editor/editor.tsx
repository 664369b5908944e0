import { useMediaQuery } from '@mantine/hooks';
import { ReactFlowProvider } from '@xyflow/react';
import { Suspense, useEffect, useState } from 'react';
import { Canvas } from '../../editor/canvas/canvas.tsx';
import { loadPasting } from '../../editor/canvas/use-canvas-actions.ts';
import { Palette } from '../../editor/canvas/palette.tsx';
import { EditorContext, type EditorParts, useDraft, useEditor } from '../../editor/editor-context.ts';
import { enterEditor, leaveEditor } from '../../editor/left-editors.ts';
import classes from './editor.module.css';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { SkipLinks } from './skip-links.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { EditorPausedNotice } from './editor-paused-notice.tsx';
import panelClasses from './panel/component-panel.module.css';
import { useLastSteps } from './run/use-last-steps.ts';
import { loadSaveNotices, SaveGuard } from './saving/save-guard.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useEditorCommands } from './use-editor-commands.ts';
import { useTestKey } from './run/use-test-key.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useShownProblems } from '../../editor/draft/problem-visibility.ts';
import { useProblems } from '../../editor/draft/use-problems.ts';
import { usePicked } from '../../ui/value-store.ts';
import { loadPart } from '../../ui/load-part.tsx';

const loadPanel = async () => (await import('./panel/component-panel.tsx')).ComponentPanel;
const ComponentPanel = loadPart(loadPanel);
const LiveRunBar = loadPart(async () => (await import('./run/live-run-bar.tsx')).LiveRunBar);
const EmptyCanvasHint = loadPart(
  async () => (await import('../../editor/canvas/empty-canvas-hint.tsx')).EmptyCanvasHint,
);
const LeftWorkflowNotice = loadPart(async () => (await import('./left-workflow-notice.tsx')).LeftWorkflowNotice);

function loadSoonNeeded(): void {
  // A part that fails to load is loaded again when it is needed, and reports the failure then.
  // Parts for a server that cannot be reached are loaded while it can be.
  void Promise.allSettled([loadPanel(), loadPasting(), loadSaveNotices()]);
}

export function Editor({ parts }: { parts: EditorParts }) {
  useEffect(() => {
    enterEditor(parts);
    return () => leaveEditor(parts);
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
  const { leftWorkflow, liveRun } = useEditor();
  const left = usePicked(leftWorkflow, (workflow) => workflow);
  const isRunShown = usePicked(liveRun, (run) => run !== null);
  const isEmpty = useDraft((state) => state.draft.components.length === 0);
  const isPanelOpen = useDraft((state) => state.selected !== null);
  useProblems();
  useShownProblems(useEditor());
  useEditorKeys();
  useClipboard();
  useTestKey();
  useEditorCommands();
  useLastSteps();
  return (
    <div className={classes.editor}>
      <SkipLinks hasPanel={isPanelOpen} />
      <EditorToolbar paletteOpen={paletteOpen} onTogglePalette={() => setPaletteOpen((open) => !open)} />
      <EditorPausedNotice />
      <SaveGuard />
      <PartBoundary key={left?.id ?? ''}>{left !== null && <LeftWorkflowNotice workflow={left} />}</PartBoundary>
      {/* The panel is needed at the first click on a card: it is loaded when the pointer or the focus is near. */}
      <div className={classes.body} onPointerEnter={loadSoonNeeded} onFocus={loadSoonNeeded}>
        {paletteOpen && <Palette onAdded={() => narrow && setPaletteOpen(false)} />}
        <div className={classes.canvas} data-canvas tabIndex={-1}>
          <Canvas />
          <PartBoundary key={String(isRunShown)}>
            {isEmpty && <EmptyCanvasHint />}
            {isRunShown && <LiveRunBar />}
          </PartBoundary>
        </div>
        <Suspense fallback={<PanelSpace />}>
          {isPanelOpen && (
            <ErrorBoundary className={panelClasses['panel']} missing={null}>
              <ComponentPanel />
            </ErrorBoundary>
          )}
        </Suspense>
      </div>
    </div>
  );
}

/** Keeps the place of the panel while it is loaded, so that nothing moves when it appears. */
function PanelSpace() {
  return <aside data-component-panel className={panelClasses['panel']} aria-busy aria-label="Component" />;
}
