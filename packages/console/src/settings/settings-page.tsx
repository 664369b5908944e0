import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useIsAdmin } from '../api/queries/account.ts';
import { Page } from '../ui/page.tsx';
import { ApiKeysTab } from './api-keys-tab.tsx';
import { AuditLogTab } from './audit-log-tab.tsx';
import { ForAdmins } from './for-admins.tsx';
import { MembersTab } from './members-tab.tsx';
import { SecretsTab } from './secrets-tab.tsx';
import classes from './settings-page.module.css';

const TABS = [
  { value: 'api-keys', label: 'API keys', what: 'API keys', Content: ApiKeysTab, admins: true },
  { value: 'members', label: 'Members', what: 'members', Content: MembersTab, admins: false },
  { value: 'secrets', label: 'Secrets', what: 'secrets', Content: SecretsTab, admins: true },
  { value: 'audit-log', label: 'Audit log', what: 'the audit log', Content: AuditLogTab, admins: true },
];

/** The organization's settings. What members may not do is explained; the server refuses it whatever this page shows. */
export function SettingsPage() {
  const { tab = 'api-keys' } = useParams();
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  return (
    <Page title="Organization settings">
      <Tabs value={tab} onChange={(value) => void navigate(`/settings/${value}`)} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value, what, Content, admins }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {admins && !isAdmin ? <ForAdmins what={what} /> : <Content isAdmin={isAdmin} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
