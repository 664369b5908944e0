import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormButtonsProps {
  submitLabel: string;
  loading: boolean;
  disabled?: boolean;
  onCancel: () => void;
  /** More buttons, before the one that submits the form. */
  children?: ReactNode;
}

/** The buttons of a form in a dialog. */
export function FormButtons({ submitLabel, loading, disabled = false, onCancel, children }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {children}
      <Button type="submit" loading={loading} disabled={disabled}>
        {submitLabel}
      </Button>
    </Group>
  );
}
