import { memo } from 'react';
import { loadInPlace } from '../../ui/load-in-place.tsx';

/** Most workflows have no loops: what draws their frames is loaded with the first one. */
export const FrameOnCanvas = memo(loadInPlace(async () => (await import('./frame-card.tsx')).FrameCard));
