import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { organizationsQuery, useAccount, useSwitchOrganization } from '../../api/queries/account.ts';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';

/** The organizations of whoever is signed in; a choice makes one the active one. */
export function OpenOrganizationMenu({ target }: LazyMenuProps) {
  const account = useAccount();
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const switchOrganization = useSwitchOrganization();
  return (
    <Menu defaultOpened width={240} position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Organizations</Menu.Label>
        {organizations.map((organization) => (
          <Menu.Item
            key={organization.id}
            rightSection={
              organization.id === account.organizationId ? <IconCheck size={16} aria-label="Active" /> : null
            }
            onClick={() => organization.id !== account.organizationId && switchOrganization.mutate(organization.id)}
          >
            {organization.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
