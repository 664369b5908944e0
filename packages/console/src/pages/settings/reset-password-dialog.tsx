import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useResetMemberPassword } from '../../api/queries/organization-security.ts';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

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
        what="Reset link"
        value={reset.data.url}
        fileName={`reset-link-${member.email}.txt`}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Reset the password?"
      submitLabel="Create the link"
      request={reset}
      onSubmit={() => reset.mutate({ memberId: member.id, removeSecondFactor })}
      onClose={onClose}
    >
      <div>
        You get a link for <strong>{member.email}</strong> that works once, for a short time. Using it signs them out
        everywhere. Anyone who opens it can sign in as them, so give it to nobody else.
      </div>
      <Checkbox
        label="Remove their second factor"
        description="If they lost the authenticator app and the backup codes"
        checked={removeSecondFactor}
        onChange={(event) => setRemoveSecondFactor(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
