import { Code } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import { CopyField } from '../../../../../ui/copy-field.tsx';
import { FilteredNote } from './filtered-note.tsx';
import { ListenSection } from './listen-section.tsx';
import { TokenSection } from './token-section.tsx';
import { ComponentViewNotice } from '../../component-view-notice.tsx';
import { useComponentView } from '../../use-component-view.ts';
import classes from '../../webhook-section.module.css';

/** Shows a webhook's URL, its token and an example for senders (contract §4.2). */
export function Section({ component }: { component: Component }) {
  const { workflowId, isSaved, view, isUnpublished } = useComponentView(component);
  // A later read that fails must not take away the dialog that shows a new token once.
  if (!view.data) return <ComponentViewNotice isSaved={isSaved} view={view} />;
  const url = view.data.productionEndpointUrl ?? '';
  return (
    <section className={classes.root} aria-label="Webhook endpoint">
      <CopyField label="Production URL" value={url} what="URL" />
      {isUnpublished && <p className={classes.note}>It accepts deliveries after you publish.</p>}
      <TokenSection workflowId={workflowId} componentId={component.id} url={url} token={view.data.token ?? null} />
      <FilteredNote workflowId={workflowId} component={component} />
      {view.data.token && <ListenSection workflowId={workflowId} component={component} />}
      <div>
        <div className={classes.exampleHead}>
          Example
          <CopyButton value={curlExample(url)} label="Copy the example" />
        </div>
        <Code block className={classes.example ?? ''} tabIndex={0}>
          {curlExample(url)}
        </Code>
        <p className={classes.note}>
          If the sender cannot set headers, use the URL that ends in <code>?token=…</code>. It is shown once, when you
          create the token. Anyone who has this URL can send deliveries.
        </p>
      </div>
    </section>
  );
}

function curlExample(url: string): string {
  return [
    `curl -X POST '${url}'`,
    "  -H 'Content-Type: application/json'",
    "  -H 'token: <WEBHOOK_TOKEN>'",
    `  -d '{"hello": "world"}'`,
  ].join(' \\\n');
}
