import { Gallery } from '../../features/gallery/gallery.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './templates-page.module.css';

/** Workflows to begin with. */
export function TemplatesPage() {
  return (
    <Page title="Templates">
      <p className={classes.text}>
        Each becomes a workflow of your own, with sample values for a first test run. Credentials can be chosen later:
        until then, what needs one is stood in for in test runs.
      </p>
      <Gallery />
    </Page>
  );
}
