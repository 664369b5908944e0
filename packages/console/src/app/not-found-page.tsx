import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFoundPage() {
  return (
    <EmptyState title="There is no such page" text="The address may be mistyped, or what it showed was deleted.">
      <Button component={Link} to="/workflows" variant="default">
        To the workflows
      </Button>
    </EmptyState>
  );
}
