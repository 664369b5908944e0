import { Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { SchemaFieldProps } from '../fields/field-props.ts';

const ArgumentForm = loadPart(async () => (await import('./argument-form.tsx')).ArgumentForm);

/** The form of the arguments of an operation, by the operation's own schema. */
export function OperationArguments(props: SchemaFieldProps) {
  return (
    <PartBoundary>
      <Suspense>
        <ArgumentForm {...props} />
      </Suspense>
    </PartBoundary>
  );
}
