import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useCreateToken, useDeleteToken } from '../../../../../api/queries/webhook-token.ts';
import type { WebhookToken } from '../../../../../api/types.ts';
import { ConfirmDialog } from '../../../../../ui/confirm-dialog.tsx';
import { doneThen } from '../../../../../ui/show-done.ts';
import { ShownOnceDialog } from '../../../../../ui/shown-once-dialog.tsx';
import { Ago } from '../../../../../ui/time.tsx';
import { useEditor } from '../../../../../editor/editor-context.ts';
import { showError } from '../../../../../ui/show-error.ts';
import classes from './token-section.module.css';

interface TokenSectionProps {
  workflowId: string;
  componentId: string;
  /** URL of the webhook, without the token. */
  url: string;
  token: WebhookToken | null;
}

/**
 * The webhook's token (contract §2.5): generated here and shown once; afterwards only its prefix and times are shown.
 */
export function TokenSection({ workflowId, componentId, url, token }: TokenSectionProps) {
  const { autosave } = useEditor();
  const create = useCreateToken(workflowId, componentId);
  const remove = useDeleteToken(workflowId, componentId);
  const [confirming, setConfirming] = useState(false);

  async function generate() {
    await autosave.flush();
    create.mutate();
  }

  return (
    <div>
      <div className={classes.label}>Token</div>
      {token ? (
        <>
          <dl className={classes.facts}>
            <dt>Starts with</dt>
            <dd className={classes.prefix}>{token.prefix}…</dd>
            <dt>Created</dt>
            <dd>
              <Ago time={token.createdAt} />
              {token.createdBy?.name ? ` by ${token.createdBy.name}` : ''}
            </dd>
            <dt>Last used</dt>
            <dd>{token.lastUsedAt ? <Ago time={token.lastUsedAt} /> : 'Never'}</dd>
          </dl>
          <Button size="compact-sm" variant="light" color="red" onClick={() => setConfirming(true)}>
            Delete token
          </Button>
        </>
      ) : (
        <Group gap="sm">
          <Button size="xs" loading={create.isPending} onClick={() => void generate().catch(showError)}>
            Generate token
          </Button>
          <span className={classes.note}>Senders must include it in every delivery.</span>
        </Group>
      )}
      <ShownOnceDialog
        what="Webhook token"
        fileName="webhook-token.txt"
        value={create.data?.token ?? null}
        alternative={{ label: 'URL with token', value: addressWithToken(url, create.data?.token ?? '') }}
        onClose={() => create.reset()}
      />
      <ConfirmDialog
        opened={confirming}
        title="Delete the token?"
        confirmLabel="Delete token"
        loading={remove.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: doneThen('Token deleted', () => setConfirming(false)) })}
      >
        Senders that use it are refused within a second. Generate a new token for them.
      </ConfirmDialog>
    </div>
  );
}

/** For senders that cannot set headers (contract §2.5). */
function addressWithToken(url: string, token: string): string {
  return `${url}?token=${encodeURIComponent(token)}`;
}
