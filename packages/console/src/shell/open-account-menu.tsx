import '@mantine/core/styles/SegmentedControl.layer.css';
import { Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconActivityHeartbeat, IconBook, IconLogout, IconUserCog } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAccount, useSignOut } from '../api/queries/account.ts';
import type { LazyMenuProps } from '../ui/lazy-menu.tsx';
import { texts } from '../texts/frame.ts';

const SCHEMES = [
  { value: 'light', label: texts.light },
  { value: 'dark', label: texts.dark },
  { value: 'auto', label: texts.system },
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
          aria-label={texts.colourScheme}
          data={SCHEMES}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} />} closeMenuOnClick>
          {texts.account}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} />}>
          {texts.apiDocumentation}
        </Menu.Item>
        <Menu.Item component="a" href="/readyz" target="_blank" leftSection={<IconActivityHeartbeat size={16} />}>
          {texts.status}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
