import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationSecurityQuery, useSetOrganizationSecurity } from '../../api/queries/organization-security.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The security settings that apply to the organization's members. */
export function SecurityTab({ isAdmin }: { isAdmin: boolean }) {
  const security = useQuery(organizationSecurityQuery);
  const set = useSetOrganizationSecurity();
  return (
    <Panel title="Signing in" description={isAdmin ? 'For every member.' : 'Only admins can change this.'}>
      {security.isError && <ErrorNotice error={security.error} onRetry={() => void security.refetch()} />}
      {security.isPending && <PageLoader />}
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
