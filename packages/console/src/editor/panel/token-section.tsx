import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useCreateToken, useDeleteToken } from '../../api/queries/webhook-token.ts';
import type { WebhookToken } from '../../api/types.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showDone } from '../../ui/show-done.ts';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { Ago } from '../../ui/time.tsx';
import { useEditor } from '../editor-context.ts';
import { showError } from '../../ui/show-error.ts';
import { texts } from '../../texts/component-panel.ts';
import classes from './token-section.module.css';

interface TokenSectionProps {
  workflowId: string;
  componentId: string;
  token: WebhookToken | null;
}

/** The webhook's token (spec §2.5): generated here and shown once; afterwards only its prefix and times are shown. */
export function TokenSection({ workflowId, componentId, token }: TokenSectionProps) {
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
      <div className={classes.label}>{texts.token}</div>
      {token ? (
        <>
          <dl className={classes.facts}>
            <dt>{texts.startsWith}</dt>
            <dd className={classes.prefix}>{token.prefix}…</dd>
            <dt>{texts.created}</dt>
            <dd>
              <Ago time={token.createdAt} />
              {token.createdBy?.name ? texts.byName(token.createdBy.name) : ''}
            </dd>
            <dt>{texts.lastUsed}</dt>
            <dd>{token.lastUsedAt ? <Ago time={token.lastUsedAt} /> : texts.never}</dd>
          </dl>
          <Button size="compact-sm" variant="light" color="red" onClick={() => setConfirming(true)}>
            {texts.deleteToken}
          </Button>
        </>
      ) : (
        <Group gap="sm">
          <Button size="xs" loading={create.isPending} onClick={() => void generate().catch(showError)}>
            {texts.generateToken}
          </Button>
          <span className={classes.note}>{texts.sendersIncludeItInEvery}</span>
        </Group>
      )}
      <ShownOnceDialog
        what={texts.webhookToken}
        fileName="webhook-token.txt"
        value={create.data?.token ?? null}
        onClose={() => create.reset()}
      />
      <ConfirmDialog
        opened={confirming}
        title={texts.deleteTheToken}
        confirmLabel={texts.deleteToken}
        loading={remove.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setConfirming(false);
              showDone(texts.tokenDeleted);
            },
          })
        }
      >
        {texts.sendersThatUseItAre}
      </ConfirmDialog>
    </div>
  );
}
