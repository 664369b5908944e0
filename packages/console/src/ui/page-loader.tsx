import { Loader } from '@mantine/core';
import classes from './page-loader.module.css';

export function PageLoader() {
  return (
    <div className={classes.root} role="status" aria-label="Loading">
      <Loader size="sm" />
    </div>
  );
}
