import { Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { AppActionsProps } from './app-action-type.ts';

const AppActions = loadPart(async () => (await import('./app-actions.tsx')).AppActions);

/** The operations of apps, below the component types. */
export function ActionsOfApps(props: AppActionsProps) {
  return (
    <PartBoundary>
      <Suspense>
        <AppActions {...props} />
      </Suspense>
    </PartBoundary>
  );
}
