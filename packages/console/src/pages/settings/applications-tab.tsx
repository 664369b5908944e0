import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../api/queries/account.ts';
import { connectedApplicationsQuery, useRevokeApplication } from '../../api/queries/connected-applications.ts';
import type { ConnectedApplication } from '../../api/types.ts';
import { nameOf } from '../../names/name-of.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RemovalDialog } from '../../ui/removal-dialog.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { scopeNames } from './scope-names.ts';

/** MCP applications that members let in: each member sees their own, admins those of all members. */
export function ApplicationsTab({ isAdmin }: { isAdmin: boolean }) {
  const list = useInfiniteQuery(connectedApplicationsQuery);
  const revoke = useRevokeApplication();
  const [revoking, setRevoking] = useState<ConnectedApplication | null>(null);
  const applications = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel
      title="Connected applications"
      description={
        isAdmin
          ? 'MCP clients that you and other members connected to this organization.'
          : 'MCP clients that you connected to this organization.'
      }
      flush
    >
      <ListedTable
        list={list}
        empty={
          <EmptyState
            title="No connected applications"
            text={`Add ${window.location.origin}/mcp as a server in an MCP client and sign in when it asks.`}
          />
        }
        columns={['Application', ...(isAdmin ? ['Member'] : []), { wide: 'Scopes' }, { wide: 'Last used' }]}
        rows={applications.map((one) => (
          <ApplicationRow key={one.id} application={one} isAdmin={isAdmin} onRevoke={() => setRevoking(one)} />
        ))}
      />
      <MoreButton list={list} />
      <RemovalDialog
        removed={revoking && revoking.id}
        remove={revoke}
        title="Revoke this application?"
        confirmLabel="Revoke"
        done="Application revoked"
        onClose={() => setRevoking(null)}
      >
        <strong>{revoking && applicationName(revoking)}</strong> of {revoking?.member.email} is signed out immediately.
        It gets access again only when its user signs in and agrees.
      </RemovalDialog>
    </Panel>
  );
}

interface ApplicationRowProps {
  application: ConnectedApplication;
  isAdmin: boolean;
  onRevoke: () => void;
}

function ApplicationRow({ application, isAdmin, onRevoke }: ApplicationRowProps) {
  const account = useAccount();
  const { member, redirectHost, authorizedAt, lastUsedAt } = application;
  const name = applicationName(application);
  const scopes = application.scopes.map((scope) => nameOf(scopeNames, scope)).join(', ');
  const who = member.email === account.email ? 'You' : member.email;
  return (
    <tr>
      <td className={tableClasses.grow}>
        <div className={tableClasses.name} title={application.clientId}>
          {name}
        </div>
        <div className={tableClasses.soft}>
          {redirectHost}, since <Ago time={authorizedAt} />
        </div>
        <div className={tableClasses.onPhones}>{scopes}</div>
      </td>
      {isAdmin && <td title={member.name}>{who}</td>}
      <td className={tableClasses.wide}>{scopes}</td>
      <td className={tableClasses.wide}>
        {lastUsedAt ? <Ago time={lastUsedAt} /> : <span className={tableClasses.soft}>Never</span>}
      </td>
      <td>
        <Button variant="default" size="xs" aria-label={`Revoke ${name} of ${member.email}`} onClick={onRevoke}>
          Revoke
        </Button>
      </td>
    </tr>
  );
}

/** As the application calls itself. */
function applicationName({ clientName, clientId }: ConnectedApplication): string {
  return clientName ?? clientId;
}
