import { Button } from '@mantine/core';
import classes from './more-button.module.css';

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label?: string;
}

/** Loads the next page of a list, while there is one. */
export function MoreButton({ list, label = 'Show more' }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={classes.root}>
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
