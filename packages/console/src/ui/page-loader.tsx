import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './page-loader.module.css';

const SLOW_AFTER_MS = 4_000;

/** Shows that a page is loaded, and after a while that this takes longer than usual. */
export function PageLoader() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.root} role="status" aria-label="Loading">
      <Loader size="sm" />
      {isSlow && <p className={classes.slow}>This takes longer than usual. The server may be busy.</p>}
    </div>
  );
}
