import {
  IconActivity,
  IconChecklist,
  IconClock,
  IconLayoutDashboard,
  IconRoute,
  IconSettings,
  IconTable,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import classes from './navigation.module.css';

const PAGES = [
  { to: '/', label: 'Overview', Icon: IconLayoutDashboard },
  { to: '/workflows', label: 'Workflows', Icon: IconRoute },
  { to: '/sessions', label: 'Sessions', Icon: IconActivity },
  { to: '/approvals', label: 'Approvals', Icon: IconChecklist },
  { to: '/schedules', label: 'Schedules', Icon: IconClock },
  { to: '/tables', label: 'Tables', Icon: IconTable },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
];

export function Navigation() {
  return (
    <nav className={classes.nav} aria-label="Pages">
      {PAGES.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className={classes.link ?? ''}>
          <Icon size={18} stroke={1.7} aria-hidden />
          <span className={classes.label}>{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}
