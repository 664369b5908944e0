import { memo } from 'react';
import { loadInPlace } from '../../ui/load-in-place.tsx';

/** Most workflows have no notes: what draws them is loaded with the first one. */
export const NoteOnCanvas = memo(loadInPlace(async () => (await import('./note-card.tsx')).NoteCard));
