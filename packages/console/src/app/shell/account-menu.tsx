import { UnstyledButton } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';

import { useAccount } from '../../api/queries/account.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import classes from './menu-button.module.css';
import { loadPart } from '../../ui/load-part.tsx';

const OpenMenu = loadPart(async () => (await import('./open-account-menu.tsx')).OpenAccountMenu);

export function AccountMenu() {
  const account = useAccount();
  return (
    <LazyMenu menu={OpenMenu}>
      {(behaviour) => (
        <UnstyledButton
          className={`${classes.button} ${classes.narrow}`}
          aria-label={`Account of ${account.email}`}
          {...behaviour}
        >
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
          <span className={classes.soft}>{account.email}</span>
        </UnstyledButton>
      )}
    </LazyMenu>
  );
}
