import { useLeaving } from './use-leaving.ts';
import { useWasChanged } from './use-was-changed.ts';
import { loadInPlace } from '../../../ui/load-in-place.tsx';

export const loadSaveNotices = async () => (await import('./save-notices.tsx')).SaveNotices;
const SaveNotices = loadInPlace(loadSaveNotices);

/** Guards changes from the first keystroke on. Its notices are loaded when there is something to guard. */
export function SaveGuard() {
  const wasChanged = useWasChanged();
  const stay = useLeaving();
  return wasChanged && <SaveNotices stay={stay} />;
}
