import '@mantine/core/styles/SegmentedControl.layer.css';
import { Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconActivityHeartbeat, IconBook, IconLogout, IconUserCog } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAccount, useSignOut } from '../../api/queries/account.ts';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** The account, the colour scheme, documentation, and the way out. */
export function OpenAccountMenu({ target }: LazyMenuProps) {
  const account = useAccount();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu defaultOpened width={240} position="top-start" closeOnItemClick={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{account.name}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          m={6}
          aria-label="Colour scheme"
          data={SCHEMES}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} />} closeMenuOnClick>
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} />}>
          API documentation
        </Menu.Item>
        <Menu.Item component="a" href="/readyz" target="_blank" leftSection={<IconActivityHeartbeat size={16} />}>
          Status
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
