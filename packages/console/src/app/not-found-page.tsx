import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { texts } from '../texts/frame.ts';

export function NotFoundPage() {
  return (
    <EmptyState isPage title={texts.pageNotFound} text={texts.checkTheAddressThePage}>
      <Button component={Link} to="/workflows" variant="default">
        {texts.goToWorkflows}
      </Button>
    </EmptyState>
  );
}
