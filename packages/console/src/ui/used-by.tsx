import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';

interface UsedByProps {
  uses: readonly { workflowId: string; name: string; published: boolean }[];
}

/** Which workflows would notice that something is gone; nothing where none would. */
export function UsedBy({ uses }: UsedByProps) {
  if (uses.length === 0) return null;
  return (
    <Text size="sm" mt="xs">
      Used by{' '}
      {uses.map(({ workflowId, name, published }, index) => (
        <Fragment key={workflowId}>
          {index > 0 && ', '}
          <Anchor component={Link} to={`/workflows/${workflowId}`} size="sm" underline="always">
            {name}
          </Anchor>
          {!published && ' (not published)'}
        </Fragment>
      ))}
    </Text>
  );
}
