import { Button, Group } from '@mantine/core';

interface FormButtonsProps {
  submitLabel: string;
  loading: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** The buttons of a form in a dialog. */
export function FormButtons({ submitLabel, loading, disabled = false, onCancel }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={loading} disabled={disabled}>
        {submitLabel}
      </Button>
    </Group>
  );
}
