import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { showDone } from './show-done.ts';

interface RemovalDialogProps<Removed> {
  /** The thing to remove after a confirmation; null when no dialog is open. */
  removed: Removed | null;
  remove: { isPending: boolean; mutate: (removed: Removed, options: { onSuccess: () => void }) => void };
  title: string;
  confirmLabel: string;
  /** Message to show afterwards; none when left out. */
  done?: string;
  onClose: () => void;
  onRemoved?: (() => void) | undefined;
  /** The consequences. */
  children: ReactNode;
}

/** Asks before something is removed, and closes once it is. */
export function RemovalDialog<Removed>({
  removed,
  remove,
  done,
  onClose,
  onRemoved,
  ...texts
}: RemovalDialogProps<Removed>) {
  function onSuccess() {
    onClose();
    if (done !== undefined) showDone(done);
    onRemoved?.();
  }
  return (
    <ConfirmDialog
      {...texts}
      opened={removed !== null}
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => removed !== null && remove.mutate(removed, { onSuccess })}
    />
  );
}
