import { ActionIcon, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount } from '../api/queries/account.ts';
import { membersQuery, useChangeRole, useRemoveMember } from '../api/queries/members.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import tableClasses from '../ui/table.module.css';
import { InvitationsPanel } from './invitations-panel.tsx';
import classes from './members-tab.module.css';

export function MembersTab({ isAdmin }: { isAdmin: boolean }) {
  const account = useAccount();
  const members = useQuery(membersQuery);
  const changeRole = useChangeRole();
  const remove = useRemoveMember();
  const [removing, setRemoving] = useState<{ id: string; email: string } | null>(null);

  return (
    <div className={classes.panels}>
      <Panel title="Members" description={isAdmin ? 'Admins manage keys, members and secrets; members build and run workflows.' : 'Only admins change members and roles.'} flush>
        {members.isError && <ErrorNotice error={members.error} onRetry={() => void members.refetch()} />}
        {members.isPending && <PageLoader />}
        {members.data && (
          <table className={tableClasses.table}>
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col">Role</th>
                {isAdmin && <th scope="col" aria-label="Actions" />}
              </tr>
            </thead>
            <tbody>
              {members.data.map((member) => (
                <tr key={member.id}>
                  <td className={tableClasses.grow}>
                    <div className={tableClasses.name}>
                      {member.user.name}
                      {member.userId === account.userId ? ' (you)' : ''}
                    </div>
                    <div className={tableClasses.soft} title={member.user.email}>
                      {member.user.email}
                    </div>
                  </td>
                  <td>
                    {isAdmin ? (
                      <NativeSelect
                        size="xs"
                        w={108}
                        aria-label={`Role of ${member.user.email}`}
                        data={[
                          { value: 'admin', label: 'Admin' },
                          { value: 'member', label: 'Member' },
                        ]}
                        value={member.role}
                        disabled={changeRole.isPending}
                        onChange={(event) => changeRole.mutate({ memberId: member.id, role: event.currentTarget.value as 'admin' | 'member' })}
                      />
                    ) : (
                      member.role
                    )}
                  </td>
                  {isAdmin && (
                    <td>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove ${member.user.email}`}
                        disabled={member.userId === account.userId}
                        onClick={() => setRemoving({ id: member.id, email: member.user.email })}
                      >
                        <IconTrash size={17} />
                      </ActionIcon>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      {isAdmin && <InvitationsPanel />}
      <ConfirmDialog
        opened={removing !== null}
        title="Remove the member?"
        confirmLabel="Remove"
        loading={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing.id, { onSuccess: () => setRemoving(null) })}
      >
        <strong>{removing?.email}</strong> loses access to the organization at once. What they made stays.
      </ConfirmDialog>
    </div>
  );
}
