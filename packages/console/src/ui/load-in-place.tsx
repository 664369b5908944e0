import type { ComponentType } from 'react';
import { loadPart } from './load-part.tsx';
import { PartBoundary } from './part-boundary.tsx';

/** A component whose file is loaded when it is first drawn. Until then, or if that fails, nothing is in its place. */
export function loadInPlace<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = loadPart(load);
  return function InPlace(props: Props) {
    return (
      <PartBoundary>
        <Part {...props} />
      </PartBoundary>
    );
  };
}
