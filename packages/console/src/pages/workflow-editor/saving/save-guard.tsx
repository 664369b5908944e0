import { Suspense } from 'react';
import { loadPart } from '../../../ui/load-part.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useLeaving } from './use-leaving.ts';
import { useWasChanged } from './use-was-changed.ts';

export const loadSaveNotices = async () => (await import('./save-notices.tsx')).SaveNotices;
const SaveNotices = loadPart(loadSaveNotices);

/** Guards changes from the first keystroke on. Its notices are loaded when there is something to guard. */
export function SaveGuard() {
  const wasChanged = useWasChanged();
  const stay = useLeaving();
  return (
    <PartBoundary>
      <Suspense>{wasChanged && <SaveNotices stay={stay} />}</Suspense>
    </PartBoundary>
  );
}
