import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useIsAdmin } from '../../api/queries/account.ts';
import { SETTINGS_TABS, type SettingsTabName } from '../../names/fixed-pages.ts';
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

const CONTENTS: Record<SettingsTabName, ComponentType<{ isAdmin: boolean }>> = {
  'api-keys': ApiKeysTab,
  members: MembersTab,
  security: SecurityTab,
  applications: ApplicationsTab,
  credentials: CredentialsTab,
  secrets: SecretsTab,
  failures: FailuresTab,
  limits: LimitsTab,
  throttles: ThrottlesTab,
  'event-hooks': EventHooksTab,
  'audit-log': AuditLogTab,
};

/** The organization's settings. Members see an explanation where only admins may act; the server enforces it. */
export function SettingsPage() {
  const { tab = 'api-keys' } = useParams();
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  return (
    <Page title="Organization settings">
      <Tabs value={tab} onChange={(value) => void navigate(`/settings/${value}`)} keepMounted={false}>
        <TabRow tabs={SETTINGS_TABS} value={tab} />
        {SETTINGS_TABS.map(({ value, what, role }) => {
          const Content = CONTENTS[value];
          return (
            <Tabs.Panel key={value} value={value}>
              <Suspense fallback={<PageLoader />}>
                {role === 'admin' && !isAdmin ? <ForAdmins what={what} /> : <Content isAdmin={isAdmin} />}
              </Suspense>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
