import { Alert } from '@mantine/core';
import type { Step } from '../../api/types.ts';

/** Shows the warning with which a session was accepted. */
export function SessionWarning({ steps }: { steps: readonly Step[] }) {
  const warning = steps.find((step) => step.warning !== undefined)?.warning;
  if (warning === undefined) return null;
  return (
    <Alert color="yellow" variant="light" p="sm" mb="md" role="status">
      {warning.charAt(0).toUpperCase() + warning.slice(1)}
    </Alert>
  );
}
