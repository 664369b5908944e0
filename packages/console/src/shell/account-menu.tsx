import { UnstyledButton } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { lazy } from 'react';
import { useAccount } from '../api/queries/account.ts';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import classes from './menu-button.module.css';
import { texts } from '../texts/frame.ts';

const OpenMenu = lazy(async () => ({ default: (await import('./open-account-menu.tsx')).OpenAccountMenu }));

export function AccountMenu() {
  const account = useAccount();
  return (
    <LazyMenu menu={OpenMenu}>
      {(behaviour) => (
        <UnstyledButton
          className={`${classes.button} ${classes.narrow}`}
          aria-label={texts.accountOfEmail(account.email)}
          {...behaviour}
        >
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
          <span className={classes.soft}>{account.email}</span>
        </UnstyledButton>
      )}
    </LazyMenu>
  );
}
