import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Code, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import {
  type NewSecondFactor,
  useBeginSecondFactor,
  useConfirmSecondFactor,
} from '../../api/queries/account-security.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { QrCode } from './qr-code.tsx';

/** Three steps: the password, the QR code to scan with a first code to confirm it, and the backup codes to keep. */
export function SetUpSecondFactor() {
  const queryClient = useQueryClient();
  const [factor, setFactor] = useState<NewSecondFactor | null>(null);
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (factor === null) return <AskPassword onBegun={setFactor} />;
  if (!isConfirmed) return <ScanAndConfirm uri={factor.uri} onConfirmed={() => setIsConfirmed(true)} />;
  return <KeepBackupCodes codes={factor.backupCodes} onDone={() => void queryClient.invalidateQueries()} />;
}

function AskPassword({ onBegun }: { onBegun: (factor: NewSecondFactor) => void }) {
  const begin = useBeginSecondFactor();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    begin.mutate(String(new FormData(event.currentTarget).get('password')), { onSuccess: onBegun });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <PasswordInput name="password" label="Your password" autoComplete="current-password" required />
      {begin.isError && <FormError message={messageOf(begin.error)} />}
      <Button type="submit" loading={begin.isPending}>
        Set up an authenticator app
      </Button>
    </form>
  );
}

function ScanAndConfirm({ uri, onConfirmed }: { uri: string; onConfirmed: () => void }) {
  const confirm = useConfirmSecondFactor();
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get('code')).trim(), { onSuccess: onConfirmed });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <div>Scan this with your authenticator app, then enter the code that it shows.</div>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <div>
        Or enter this key by hand: <Code className={classes.long ?? ''}>{secret}</Code>{' '}
        <CopyButton value={secret} label="Copy the key" />
      </div>
      <CodeInput label="Code" />
      {confirm.isError && <FormError message={messageOf(confirm.error)} />}
      <Button type="submit" loading={confirm.isPending}>
        Turn on
      </Button>
    </form>
  );
}

/** Six digits of an authenticator app. */
export function CodeInput({ label }: { label: string }) {
  return (
    <TextInput
      name="code"
      label={label}
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9]{6}"
      title="Six digits"
      required
      autoFocus
    />
  );
}

function KeepBackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className={classes.form}>
      <div role="status">
        Your second factor is on. Keep these backup codes somewhere safe: each signs you in once when you do not have
        the app. You cannot see them again.
      </div>
      <Code block aria-label="Backup codes">
        {codes.join('\n')}
      </Code>
      <CopyButton value={codes.join('\n')} label="Copy the backup codes" text="Copy" />
      <Button onClick={onDone}>Done</Button>
    </div>
  );
}
