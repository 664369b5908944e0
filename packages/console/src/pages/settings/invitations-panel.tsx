import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { pendingInvitationsQuery, useCancelInvitation, useInvite } from '../../api/queries/invitations.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import tableClasses from '../../ui/table.module.css';
import { nameOf } from '../../names/name-of.ts';
import { roleNames } from './role-names.ts';
import classes from './members-tab.module.css';
import { formatDate } from '../../ui/format-time.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

/** People join by invitation. The service sends no mail: the admin sends the link. */
export function InvitationsPanel() {
  const invitations = useQuery(pendingInvitationsQuery);
  const invite = useInvite();
  const cancel = useCancelInvitation();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<'admin' | 'member'>('member');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    invite.mutate({ email: email.trim(), role }, { onSuccess: () => setEmail('') });
  }

  return (
    <Panel
      title="Invitations"
      description="An invitation is a link that works once, for that e-mail address. Send it to the person yourself."
      flush
    >
      <div className={classes.inset}>
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            type="email"
            label="E-mail"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NativeSelect
            label="Role"
            data={[
              { value: 'member', label: nameOf(roleNames, 'member') },
              { value: 'admin', label: nameOf(roleNames, 'admin') },
            ]}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as 'admin' | 'member')}
          />
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </form>
        {invite.isError && <ErrorNotice error={invite.error} />}
        {invitations.isError && <ErrorNotice error={invitations.error} onRetry={() => void invitations.refetch()} />}
        {invitations.data?.length === 0 && <p className={classes.note}>No open invitations.</p>}
      </div>
      {invitations.data && invitations.data.length > 0 && (
        <table className={tableClasses.table}>
          <TableHead columns={['E-mail', 'Role', { wide: 'Expires' }]} hasActions />
          <tbody>
            {invitations.data.map((invitation) => (
              <tr key={invitation.id}>
                <td className={tableClasses.grow}>
                  <div className={tableClasses.soft} title={invitation.email}>
                    {invitation.email}
                  </div>
                </td>
                <td>{nameOf(roleNames, invitation.role)}</td>
                <td className={tableClasses.wide}>{formatDate(invitation.expiresAt)}</td>
                <td>
                  <CopyButton
                    value={`${window.location.origin}/invitations/${invitation.id}`}
                    label={`Copy the link for ${invitation.email}`}
                  />
                  <RemoveButton
                    iconSize={16}
                    size="sm"
                    label={`Withdraw the invitation for ${invitation.email}`}
                    onClick={() => cancel.mutate(invitation.id)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
