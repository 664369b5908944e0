import { useState } from 'react';
import type { SaveStatus } from '../../../editor/draft/save-status.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';

export type SaveFailure = Extract<SaveStatus, { kind: 'failed' }>;

/** Returns why saving failed last, also while it is tried again, so that the notice stays; null once it is over. */
export function useSaveFailure(): SaveFailure | null {
  const { autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const isOver = ['saved', 'unreadable', 'conflict', 'discarded'].includes(status.kind);
  const next = status.kind === 'failed' ? status : isOver ? null : failure;
  if (next !== failure) setFailure(next);
  return next;
}
