import { NavLink } from 'react-router';
import { type ConsolePage, PAGES } from '../../names/pages.ts';
import { PAGE_ICONS } from '../page-icons.ts';
import classes from './navigation.module.css';

const SHOWN = Object.values<ConsolePage>(PAGES).filter(({ isInNavigation }) => isInNavigation);

export function Navigation() {
  return (
    <nav className={classes.nav} aria-label="Pages">
      {SHOWN.map(({ path: pattern, label, icon }) => {
        const path = pattern.replace('/:tab?', '');
        const Icon = PAGE_ICONS[icon];
        return (
          <NavLink key={path} to={path} end={path === '/'} className={classes.link ?? ''}>
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className={classes.label}>{label}</span>
          </NavLink>
        );
      })}
    </nav>
  );
}
