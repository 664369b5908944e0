import { Anchor } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { ComponentViewNotice } from '../component-view-notice.tsx';
import { useComponentView } from '../use-component-view.ts';
import classes from '../webhook-section.module.css';

/** The address of the page that the published version of the component is shown on. */
export function PublicPageSection({ component }: { component: Component }) {
  const { isSaved, view, isUnpublished } = useComponentView(component);
  if (!view.data) return <ComponentViewNotice isSaved={isSaved} view={view} />;
  const url = view.data.publicUrl ?? '';
  return (
    <section className={classes.root} aria-label="Public page">
      <CopyField label="URL of the page" value={url} what="URL" />
      {isUnpublished ? (
        <p className={classes.note}>The page goes live when you publish.</p>
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          Open the published page
        </Anchor>
      )}
    </section>
  );
}
