import '@mantine/core/styles/Combobox.layer.css';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount } from '../../api/queries/account.ts';
import { membersQuery, useChangeRole, useRemoveMember } from '../../api/queries/members.ts';
import { Panel } from '../../ui/panel.tsx';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import tableClasses from '../../ui/table.module.css';
import { nameOf } from '../../names/name-of.ts';
import { roleNames } from './role-names.ts';
import { InvitationsPanel } from './invitations-panel.tsx';
import classes from './members-tab.module.css';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

export function MembersTab({ isAdmin }: { isAdmin: boolean }) {
  const members = useQuery(membersQuery);
  const remove = useRemoveMember();
  const [resetting, setResetting] = useState<{ id: string; email: string } | null>(null);
  const [removing, setRemoving] = useState<{ id: string; email: string } | null>(null);

  return (
    <div className={classes.panels}>
      <Panel
        title="Members"
        description={
          isAdmin
            ? 'Admins manage keys, members and secrets; members build and run workflows.'
            : 'Only admins can change members and roles.'
        }
        flush
      >
        <LoadState query={members} />
        {members.data && (
          <table className={tableClasses.table}>
            <TableHead columns={['Person', 'Role']} hasActions={isAdmin} />
            <tbody>
              {members.data.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isAdmin={isAdmin}
                  onReset={() => setResetting({ id: member.id, email: member.user.email })}
                  onRemove={() => setRemoving({ id: member.id, email: member.user.email })}
                />
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      {isAdmin && <InvitationsPanel />}
      {resetting && <ResetPasswordDialog member={resetting} onClose={() => setResetting(null)} />}
      <RemovalDialog
        removed={removing && removing.id}
        remove={remove}
        title="Remove the member?"
        confirmLabel="Remove"
        onClose={() => setRemoving(null)}
      >
        <strong>{removing?.email}</strong> loses access to the organization immediately. Everything they created stays.
      </RemovalDialog>
    </div>
  );
}

interface MemberRowProps {
  member: { id: string; userId: string; role: string; user: { name: string; email: string } };
  isAdmin: boolean;
  onReset: () => void;
  onRemove: () => void;
}

function MemberRow({ member, isAdmin, onReset, onRemove }: MemberRowProps) {
  const account = useAccount();
  const changeRole = useChangeRole();
  const { id: memberId, user } = member;
  const isOneself = member.userId === account.userId;
  return (
    <tr>
      <td className={tableClasses.grow}>
        <div className={tableClasses.name}>
          {user.name}
          {isOneself ? ' (you)' : ''}
        </div>
        <div className={tableClasses.soft} title={user.email}>
          {user.email}
        </div>
      </td>
      <td>
        {isAdmin ? (
          <NativeSelect
            size="xs"
            w={108}
            aria-label={`Role of ${user.email}`}
            data={[
              { value: 'admin', label: nameOf(roleNames, 'admin') },
              { value: 'member', label: nameOf(roleNames, 'member') },
            ]}
            value={member.role}
            disabled={changeRole.isPending}
            onChange={(event) => changeRole.mutate({ memberId, role: event.currentTarget.value as 'admin' | 'member' })}
          />
        ) : (
          nameOf(roleNames, member.role)
        )}
      </td>
      {isAdmin && (
        <td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Reset the password of ${user.email}`}
            disabled={isOneself}
            onClick={onReset}
          >
            <IconKey size={17} />
          </ActionIcon>
          <RemoveButton label={`Remove ${user.email}`} disabled={isOneself} onClick={onRemove} />
        </td>
      )}
    </tr>
  );
}
