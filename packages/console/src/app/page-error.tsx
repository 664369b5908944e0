import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown when a page cannot be drawn, or its script not be loaded (a new release was put in place). */
export function PageError() {
  const error = useRouteError();
  return (
    <EmptyState title="This page could not be shown" text={error instanceof Error ? error.message : String(error)}>
      <Button onClick={() => window.location.reload()}>Load again</Button>
    </EmptyState>
  );
}
