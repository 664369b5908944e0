import type { Component } from '@workflow/workflow-model';
import { Suspense } from 'react';
import { loadPart } from '../../../ui/load-part.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const AppNotice = loadPart(async () => (await import('../../../features/apps/app-notice.tsx')).AppNotice);

interface DirectorySectionProps {
  component: Component;
  onChange: (edit: (component: Component) => Component, field: string) => void;
}

/** The app that a component of a template needs; nothing for other components. */
export function DirectorySection(props: DirectorySectionProps) {
  const { app, directory } = props.component.config;
  if (app !== '' || typeof directory !== 'string') return null;
  return (
    // A plain element: the panel would shrink the notice itself.
    <div>
      <PartBoundary>
        <Suspense>
          <AppNotice {...props} directory={directory} />
        </Suspense>
      </PartBoundary>
    </div>
  );
}
