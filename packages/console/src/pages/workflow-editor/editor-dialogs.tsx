import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { useEditor } from '../../editor/editor-context.ts';
import { usePicked } from '../../ui/value-store.ts';

const VersionsDrawer = loadPart(async () => (await import('./versions/versions-drawer.tsx')).VersionsDrawer);
const PublishDialog = loadPart(async () => (await import('./versions/publish-dialog.tsx')).PublishDialog);
const UnpublishDialog = loadPart(async () => (await import('./versions/unpublish-dialog.tsx')).UnpublishDialog);
const FlowDrawer = loadPart(async () => (await import('./flow/flow-drawer.tsx')).FlowDrawer);
const CodeDialog = loadPart(async () => (await import('./code/code-dialog.tsx')).CodeDialog);
const ToolDialog = loadPart(async () => (await import('./tool/tool-dialog.tsx')).ToolDialog);
const PauseDialog = loadPart(async () => (await import('../../features/pausing/pause-dialog.tsx')).PauseDialog);
const RunNowDialog = loadPart(async () => (await import('../../features/run-now/run-now-dialog.tsx')).RunNowDialog);
const KeysDialog = loadPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);
const ExtractDialog = loadPart(async () => (await import('../../editor/extract/extract-dialog.tsx')).ExtractDialog);
const RunDialog = loadPart(async () => (await import('./run/run-dialog.tsx')).RunDialog);

/** Dialogs that need nothing but to be closed. */
const SIMPLE = {
  publish: PublishDialog,
  unpublish: UnpublishDialog,
  'flow-control': FlowDrawer,
  code: CodeDialog,
  tool: ToolDialog,
  keys: KeysDialog,
};

/** The dialog that is open over the editor. */
export function EditorDialogs() {
  const { workflowId, store, dialog } = useEditor();
  const open = usePicked(dialog, (value) => value);
  const close = () => dialog.set(null);
  const Simple = open !== null && open.kind in SIMPLE ? SIMPLE[open.kind as keyof typeof SIMPLE] : null;
  return (
    <PartBoundary key={open?.kind ?? ''} onFailed={close}>
      {Simple !== null && <Simple onClose={close} />}
      {open?.kind === 'versions' && <VersionsDrawer shown={open.number ?? null} onClose={close} />}
      {open?.kind === 'extract' && <ExtractDialog ids={open.ids} onClose={close} />}
      {open?.kind === 'run' && <RunDialog startAt={open.componentId} onClose={close} />}
      {open?.kind === 'run-now' && <RunNowDialog workflowId={workflowId} onClose={close} />}
      {open?.kind === 'pause' && (
        <PauseDialog workflow={{ id: workflowId, name: store.getState().draft.name }} onClose={close} />
      )}
    </PartBoundary>
  );
}
