import {
  IconActivity,
  IconAlertTriangle,
  IconApps,
  IconChecklist,
  IconClock,
  IconLayoutDashboard,
  IconRoute,
  IconSettings,
  IconTable,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ConsolePage } from '../names/pages.ts';

/** Every page loads these, so that pages outside the navigation share an icon with one in it. */
export const PAGE_ICONS: Record<ConsolePage['icon'], ComponentType<{ size?: number; stroke?: number }>> = {
  account: IconSettings,
  approvals: IconChecklist,
  apps: IconApps,
  failures: IconAlertTriangle,
  overview: IconLayoutDashboard,
  schedules: IconClock,
  sessions: IconActivity,
  settings: IconSettings,
  tables: IconTable,
  templates: IconRoute,
  workflows: IconRoute,
};
