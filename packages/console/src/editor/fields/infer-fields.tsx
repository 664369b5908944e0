import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const InferDialog = loadPart(async () => (await import('./infer-dialog.tsx')).InferDialog);

export interface InferFieldsProps {
  fields: readonly JsonObject[];
  /** JSON pointer of the list within the component. */
  pointer: string;
  onInferred: (fields: Json) => void;
}

/** Fills in fields from a sample: what the component read last, a delivery, or pasted JSON. */
export function InferFields(props: InferFieldsProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconSparkles size={13} />}
        onClick={() => setOpen(true)}
      >
        Infer fields from a sample…
      </Button>
      {open && (
        <PartBoundary onFailed={close}>
          <InferDialog {...props} onClose={close} />
        </PartBoundary>
      )}
    </>
  );
}
