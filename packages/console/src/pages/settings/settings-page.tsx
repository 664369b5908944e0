import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useIsAdmin } from '../../api/queries/account.ts';
import { loadPart } from '../../ui/load-part.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Page } from '../../ui/page.tsx';
import { TabRow } from '../../ui/tab-row.tsx';
import { ApiKeysTab } from './api-keys-tab.tsx';
import { AuditLogTab } from './audit-log-tab.tsx';
import { ApplicationsTab } from './applications-tab.tsx';
import { EventHooksTab } from './event-hooks-tab.tsx';
import { FailuresTab } from './failures-tab.tsx';
import { ForAdmins } from './for-admins.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { SecretsTab } from './secrets-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { ThrottlesTab } from './throttles-tab.tsx';

/** It brings the forms of all types, which no other tab needs. */
const CredentialsTab = loadPart<{ isAdmin: boolean }>(
  async () => (await import('./credentials-tab.tsx')).CredentialsTab,
);

const TABS = [
  { value: 'api-keys', label: 'API keys', what: 'API keys', Content: ApiKeysTab, admins: true },
  { value: 'members', label: 'Members', what: 'members', Content: MembersTab, admins: false },
  { value: 'security', label: 'Security', what: 'security', Content: SecurityTab, admins: false },
  {
    value: 'applications',
    label: 'Applications',
    what: 'connected applications',
    Content: ApplicationsTab,
    admins: false,
  },
  { value: 'credentials', label: 'Credentials', what: 'credentials', Content: CredentialsTab, admins: true },
  { value: 'secrets', label: 'Secrets', what: 'secrets', Content: SecretsTab, admins: true },
  { value: 'failures', label: 'Failures', what: 'failures', Content: FailuresTab, admins: false },
  { value: 'limits', label: 'Limits', what: 'limits', Content: LimitsTab, admins: true },
  {
    value: 'throttles',
    label: 'Throttles',
    what: 'throttles',
    Content: ThrottlesTab,
    admins: true,
  },
  {
    value: 'event-hooks',
    label: 'Event hooks',
    what: 'Event hooks',
    Content: EventHooksTab,
    admins: true,
  },
  { value: 'audit-log', label: 'Audit log', what: 'the audit log', Content: AuditLogTab, admins: true },
];

/** The organization's settings. Members see an explanation where only admins may act; the server enforces it. */
export function SettingsPage() {
  const { tab = 'api-keys' } = useParams();
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  return (
    <Page title="Organization settings">
      <Tabs value={tab} onChange={(value) => void navigate(`/settings/${value}`)} keepMounted={false}>
        <TabRow tabs={TABS} value={tab} />
        {TABS.map(({ value, what, Content, admins }) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<PageLoader />}>
              {admins && !isAdmin ? <ForAdmins what={what} /> : <Content isAdmin={isAdmin} />}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
