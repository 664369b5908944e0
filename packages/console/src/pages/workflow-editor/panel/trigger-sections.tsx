import { findComponentType } from '@workflow/components/descriptors';
import type { Component, StoredForTrigger } from '@workflow/workflow-model';
import { type ComponentType, Suspense } from 'react';
import { loadPart } from '../../../ui/load-part.tsx';
import { PollSection } from './poll-section.tsx';
import { PublicPageSection } from './public-page-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** Loaded with the reader of cron patterns. */
const ScheduleSection = loadPart(async () => (await import('./schedule-section.tsx')).ScheduleSection);

/** Sections of a component's settings for the data that is stored for it. */
const SECTIONS: Record<StoredForTrigger, ComponentType<{ component: Component }>> = {
  'access-token': WebhookSection,
  schedule: ScheduleSection,
  poll: PollSection,
  'public-page': PublicPageSection,
  'error-trigger': NothingMore,
};

/** Its settings show all of it. */
function NothingMore() {
  return null;
}

/** Shows the data that is stored for a trigger. */
export function TriggerSections({ component }: { component: Component }) {
  const stored = findComponentType(component)?.trigger?.keeps ?? [];
  return stored.map((each) => {
    const Section = SECTIONS[each];
    return (
      <Suspense key={each}>
        <Section component={component} />
      </Suspense>
    );
  });
}
