import { IconSearch } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import classes from './component-search.module.css';

/** The field that searches components. A plain input: Mantine's would be the largest part that only it needs. */
export function ComponentSearch(props: ComponentProps<'input'>) {
  return (
    <div className={classes.search}>
      <IconSearch size={14} aria-hidden />
      <input placeholder="Search components" {...props} />
    </div>
  );
}
