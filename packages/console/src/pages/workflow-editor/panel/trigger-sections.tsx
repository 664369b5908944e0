import { findComponentType } from '@workflow/components/descriptors';
import type { Component, KeptForTrigger } from '@workflow/workflow-model';
import type { ComponentType } from 'react';
import { ScheduleSection } from './schedule-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** What the settings of a component show of each thing that is kept for it. */
const SECTIONS: Record<KeptForTrigger, ComponentType<{ component: Component }>> = {
  'access-token': WebhookSection,
  schedule: ScheduleSection,
};

/** Of a trigger: what is kept for it. */
export function TriggerSections({ component }: { component: Component }) {
  const kept = findComponentType(component)?.trigger?.keeps ?? [];
  return kept.map((each) => {
    const Section = SECTIONS[each];
    return <Section key={each} component={component} />;
  });
}
