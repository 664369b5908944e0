import { ErrorNotice } from '../../../ui/error-notice.tsx';
import type { useComponentView } from './use-component-view.ts';
import classes from './webhook-section.module.css';

/** The section of a trigger while its URL is unknown. */
export function ComponentViewNotice({ isSaved, view }: Pick<ReturnType<typeof useComponentView>, 'isSaved' | 'view'>) {
  if (view.isError && isSaved) return <ErrorNotice error={view.error} onRetry={() => void view.refetch()} />;
  return <p className={classes.note}>The URL appears when the component is saved.</p>;
}
