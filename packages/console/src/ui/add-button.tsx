import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

/** Begins a new thing of a list. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      {label}
    </Button>
  );
}
