import { findComponentType } from '@workflow/components/descriptors';
import type { Component, KeptForTrigger } from '@workflow/workflow-model';
import { type ComponentType, Suspense } from 'react';
import { loadPart } from '../../../ui/load-part.tsx';
import { PollSection } from './poll-section.tsx';
import { PublicPageSection } from './public-page-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** With what reads cron patterns, and says them in words. */
const ScheduleSection = loadPart(async () => (await import('./schedule-section.tsx')).ScheduleSection);

/** What the settings of a component show of each thing that is kept for it. */
const SECTIONS: Record<KeptForTrigger, ComponentType<{ component: Component }>> = {
  'access-token': WebhookSection,
  schedule: ScheduleSection,
  poll: PollSection,
  'public-page': PublicPageSection,
  'error-trigger': NothingMore,
};

/** Its settings say all of it. */
function NothingMore() {
  return null;
}

/** Of a trigger: what is kept for it. */
export function TriggerSections({ component }: { component: Component }) {
  const kept = findComponentType(component)?.trigger?.keeps ?? [];
  return kept.map((each) => {
    const Section = SECTIONS[each];
    return (
      <Suspense key={each}>
        <Section component={component} />
      </Suspense>
    );
  });
}
