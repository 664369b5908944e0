import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSelector } from '@tabler/icons-react';

import { organizationsQuery, useAccount } from '../../api/queries/account.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import classes from './menu-button.module.css';
import { loadPart } from '../../ui/load-part.tsx';

const OpenMenu = loadPart(async () => (await import('./open-organization-menu.tsx')).OpenOrganizationMenu);

export function OrganizationSwitcher() {
  const account = useAccount();
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const active = organizations.find((organization) => organization.id === account.organizationId);
  return (
    <LazyMenu menu={OpenMenu}>
      {(behaviour) => (
        <UnstyledButton
          className={classes.button}
          aria-label={`Organization: ${active?.name ?? 'none'}. Switch`}
          {...behaviour}
        >
          <BrandMark />
          <span className={classes.strong}>{active?.name ?? ' '}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      )}
    </LazyMenu>
  );
}
