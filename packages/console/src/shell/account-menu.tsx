import { Menu, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useAccount, useSignOut } from '../api/queries/account.ts';
import classes from './menu-button.module.css';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

export function AccountMenu() {
  const account = useAccount();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu width={240} position="top-start" closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton className={`${classes.button} ${classes.narrow}`} aria-label={`Account of ${account.email}`}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
          <span className={classes.soft}>{account.email}</span>
        </UnstyledButton>
      </Menu.Target>
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
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
