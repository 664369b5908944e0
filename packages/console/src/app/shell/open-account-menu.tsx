import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconBook,
  IconLogout,
  IconMoon,
  IconSun,
  IconSunMoon,
  IconUserCog,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAccount, useSignOut } from '../../api/queries/account.ts';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';

const SCHEMES = [
  { value: 'light', label: 'Light mode', Icon: IconSun },
  { value: 'dark', label: 'Dark mode', Icon: IconMoon },
  { value: 'auto', label: 'Match the system', Icon: IconSunMoon },
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
        <div role="group" aria-label="Colour scheme">
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
            {SCHEMES.map(({ value, label, Icon }) => (
              <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} />}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </div>
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
