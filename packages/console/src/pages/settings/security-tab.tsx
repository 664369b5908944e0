import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationSecurityQuery, useSetOrganizationSecurity } from '../../api/queries/organization-security.ts';
import { Panel } from '../../ui/panel.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** The security settings that apply to the organization's members. */
export function SecurityTab({ isAdmin }: { isAdmin: boolean }) {
  const security = useQuery(organizationSecurityQuery);
  const set = useSetOrganizationSecurity();
  return (
    <Panel title="Signing in" description={isAdmin ? 'For every member.' : 'Only admins can change this.'}>
      <LoadState query={security} />
      {security.data && (
        <Switch
          label="Require a second factor"
          description="Members without one must set it up before they can continue. API keys are not affected."
          checked={security.data.requireSecondFactor}
          disabled={!isAdmin || set.isPending}
          onChange={(event) => set.mutate({ requireSecondFactor: event.currentTarget.checked })}
        />
      )}
    </Panel>
  );
}
