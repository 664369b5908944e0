import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { APP_ACTION } from './app-action-type.ts';
import type { ComponentPartProps } from '../fields/field-props.ts';

const ShapeOfRun = loadPart(async () => (await import('./shape-of-run.tsx')).ShapeOfRun);
const VersionNotice = loadPart(async () => (await import('./version-notice.tsx')).VersionNotice);

/** The version of the operation that a component calls, and the type of its data. */
export function OperationSection(props: ComponentPartProps) {
  if (props.component.type !== APP_ACTION) return null;
  return (
    // A plain element: the panel would shrink the notice itself.
    <div>
      <PartBoundary>
        <VersionNotice {...props} />
        <ShapeOfRun {...props} />
      </PartBoundary>
    </div>
  );
}
