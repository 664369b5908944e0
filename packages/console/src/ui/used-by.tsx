import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';

interface UsedByProps {
  uses: readonly { workflowId?: string; appId?: string; name: string; published: boolean }[];
}

/** Names the workflows and apps that would fail without something. Shows nothing if there are none. */
export function UsedBy({ uses }: UsedByProps) {
  if (uses.length === 0) return null;
  return (
    <Text size="sm" mt="xs">
      Used by{' '}
      {uses.map(({ workflowId, appId, name, published }, index) => (
        <Fragment key={workflowId ?? appId}>
          {index > 0 && ', '}
          {workflowId === undefined ? (
            `the app ${name}`
          ) : (
            <Anchor component={Link} to={`/workflows/${workflowId}`} size="sm" underline="always">
              {name}
            </Anchor>
          )}
          {!published && ' (not published)'}
        </Fragment>
      ))}
    </Text>
  );
}
