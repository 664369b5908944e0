import { IconActivity, IconLayoutDashboard, IconRoute, IconSettings } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { texts } from '../texts/frame.ts';
import classes from './navigation.module.css';

const PAGES = [
  { to: '/', label: texts.overview, Icon: IconLayoutDashboard },
  { to: '/workflows', label: texts.workflows, Icon: IconRoute },
  { to: '/sessions', label: texts.sessions, Icon: IconActivity },
  { to: '/settings', label: texts.settings, Icon: IconSettings },
];

export function Navigation() {
  return (
    <nav className={classes.nav} aria-label={texts.pages}>
      {PAGES.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className={classes.link ?? ''}>
          <Icon size={18} stroke={1.7} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
