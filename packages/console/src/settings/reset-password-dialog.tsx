import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useResetMemberPassword } from '../api/queries/organization-security.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { ShownOnceDialog } from '../ui/shown-once-dialog.tsx';
import { texts } from '../texts/settings.tsx';

interface ResetPasswordDialogProps {
  member: { id: string; email: string };
  onClose: () => void;
}

/** Makes a link that sets the member's password, and shows it once. */
export function ResetPasswordDialog({ member, onClose }: ResetPasswordDialogProps) {
  const reset = useResetMemberPassword();
  const [removeSecondFactor, setRemoveSecondFactor] = useState(false);
  if (reset.data !== undefined)
    return (
      <ShownOnceDialog
        what={texts.resetLink}
        value={reset.data.url}
        fileName={`reset-link-${member.email}.txt`}
        onClose={onClose}
      />
    );
  return (
    <Modal opened onClose={onClose} title={texts.resetThePassword}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate({ memberId: member.id, removeSecondFactor });
        }}
      >
        <Stack>
          <div>{texts.youGetALinkFor(<strong>{member.email}</strong>)}</div>
          <Checkbox
            label={texts.removeTheirSecondFactor}
            description={texts.ifTheyLostTheAuthenticator}
            checked={removeSecondFactor}
            onChange={(event) => setRemoveSecondFactor(event.currentTarget.checked)}
          />
          {reset.isError && <ErrorNotice error={reset.error} />}
          <FormButtons submitLabel={texts.createTheLink} loading={reset.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
