import type { Component } from '@workflow/workflow-model';
import { Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { APP_ACTION } from './app-action-type.ts';

const ShapeOfRun = loadPart(async () => (await import('./shape-of-run.tsx')).ShapeOfRun);
const VersionNotice = loadPart(async () => (await import('./version-notice.tsx')).VersionNotice);

interface OperationSectionProps {
  component: Component;
  onChange: (edit: (component: Component) => Component, field: string) => void;
}

/** The version of the operation that a component calls, and the type of its data. */
export function OperationSection(props: OperationSectionProps) {
  if (props.component.type !== APP_ACTION) return null;
  return (
    // A plain element: the panel would shrink the notice itself.
    <div>
      <PartBoundary>
        <Suspense>
          <VersionNotice {...props} />
          <ShapeOfRun {...props} />
        </Suspense>
      </PartBoundary>
    </div>
  );
}
