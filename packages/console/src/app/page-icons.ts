import {
  IconActivity,
  IconChartBar,
  IconChecklist,
  IconClock,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconListDetails,
  IconRoute,
  IconSettings,
  IconTable,
  IconUserCog,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ConsolePage } from '../names/pages.ts';

export const PAGE_ICONS: Record<ConsolePage['icon'], ComponentType<{ size?: number; stroke?: number }>> = {
  account: IconUserCog,
  activity: IconChartBar,
  approvals: IconChecklist,
  editor: IconRoute,
  overview: IconLayoutDashboard,
  schedules: IconClock,
  session: IconListDetails,
  sessions: IconActivity,
  settings: IconSettings,
  tables: IconTable,
  templates: IconLayoutGrid,
  workflows: IconRoute,
};
