import { Gallery } from '../../features/gallery/gallery.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './templates-page.module.css';

/** Workflows to begin with. */
export function TemplatesPage() {
  return (
    <Page title="Templates">
      <p className={classes.text}>
        Creates a workflow that you can edit, with sample values for a first test run. You can select credentials later.
        Until then, test runs use sample data for those steps.
      </p>
      <Gallery heading="h2" />
    </Page>
  );
}
