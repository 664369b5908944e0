import { Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';

const ToolsForm = loadPart(async () => (await import('../tools/tools-form.tsx')).ToolsForm);

/** The tools of an agent. Their form is loaded when it is first shown. */
export function ToolsField(props: SchemaFieldProps & { labels: FieldLabels }) {
  return (
    <PartBoundary>
      <Suspense>
        <ToolsForm {...props} />
      </Suspense>
    </PartBoundary>
  );
}
