import { Code, TextInput } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { useQuery } from '@tanstack/react-query';
import { componentViewQuery } from '../../api/queries/webhook-token.ts';
import { versionsQuery } from '../../api/queries/versions.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useEditor } from '../editor-context.ts';
import { usePicked } from '../value-store.ts';
import { texts } from '../../texts/component-panel.ts';
import { TokenSection } from './token-section.tsx';
import classes from './webhook-section.module.css';

/** What a sender needs to know about a webhook component (spec §4.2): endpoint, token, an example. */
export function WebhookSection({ component }: { component: Component }) {
  const { workflowId, autosave } = useEditor();
  const isSaved = usePicked(autosave.status, (status) => status.kind === 'saved');
  const view = useQuery({ ...componentViewQuery(workflowId, component.id), enabled: isSaved });
  const versions = useQuery(versionsQuery(workflowId));
  // A later read that fails must not take away the dialog that shows a new token once.
  if (!view.data && view.isError && isSaved)
    return <ErrorNotice error={view.error} onRetry={() => void view.refetch()} />;
  if (!view.data) return <p className={classes.note}>{texts.saveTheComponentToSee}</p>;
  const url = view.data.productionEndpointUrl ?? '';
  return (
    <section className={classes.root} aria-label={texts.webhookEndpoint}>
      <TextInput
        label={texts.productionEndpointUrl}
        value={url}
        readOnly
        rightSection={<CopyButton value={url} label={texts.copyTheUrl} />}
        onFocus={(event) => event.currentTarget.select()}
      />
      {versions.data?.publishedVersion === null && <p className={classes.note}>{texts.itAcceptsDeliveriesOnceThe}</p>}
      <TokenSection workflowId={workflowId} componentId={component.id} token={view.data.token ?? null} />
      <div>
        <div className={classes.exampleHead}>
          {texts.example}
          <CopyButton value={curlExample(url)} label={texts.copyTheExample} />
        </div>
        <Code block className={classes.example ?? ''} tabIndex={0}>
          {curlExample(url)}
        </Code>
        <p className={classes.note}>{texts.whereTheHeaderCannotBe}</p>
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
