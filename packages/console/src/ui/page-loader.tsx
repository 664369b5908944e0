import { Loader } from '@mantine/core';
import { texts } from '../texts/controls.ts';
import classes from './page-loader.module.css';

export function PageLoader() {
  return (
    <div className={classes.root} role="status" aria-label={texts.loading}>
      <Loader size="sm" />
    </div>
  );
}
