import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFoundPage() {
  return (
    <EmptyState isPage title="Page not found" text="Check the URL. The page may have been deleted.">
      <Button component={Link} to="/workflows" variant="default">
        Go to workflows
      </Button>
    </EmptyState>
  );
}
