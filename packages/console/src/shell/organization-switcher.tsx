import { Menu, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { organizationsQuery, useAccount, useSwitchOrganization } from '../api/queries/account.ts';
import { BrandMark } from './brand-mark.tsx';
import classes from './menu-button.module.css';

export function OrganizationSwitcher() {
  const account = useAccount();
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const switchOrganization = useSwitchOrganization();
  const active = organizations.find((organization) => organization.id === account.organizationId);

  return (
    <Menu width={240} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Organization: ${active?.name ?? 'none'}. Switch`}>
          <BrandMark />
          <span className={classes.strong}>{active?.name ?? ' '}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Organizations</Menu.Label>
        {organizations.map((organization) => (
          <Menu.Item
            key={organization.id}
            rightSection={organization.id === account.organizationId ? <IconCheck size={16} aria-label="active" /> : null}
            onClick={() => organization.id !== account.organizationId && switchOrganization.mutate(organization.id)}
          >
            {organization.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
