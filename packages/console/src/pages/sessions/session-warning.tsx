import { Alert } from '@mantine/core';
import type { Step } from '../../api/types.ts';

/** What was wrong when the session was accepted, and did not keep it from running. */
export function SessionWarning({ steps }: { steps: readonly Step[] }) {
  const warning = steps.find((step) => step.warning !== undefined)?.warning;
  if (warning === undefined) return null;
  return (
    <Alert color="yellow" variant="light" p="sm" mb="md" role="status">
      {warning.charAt(0).toUpperCase() + warning.slice(1)}
    </Alert>
  );
}
