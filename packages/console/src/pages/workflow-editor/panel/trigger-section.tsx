import type { Component } from '@workflow/workflow-model';
import { type ComponentType, Suspense } from 'react';
import { loadPart } from '../../../ui/load-part.tsx';

type Section = ComponentType<{ component: Component }>;

/** The folders of `triggers` that have a section, by component type. A section is loaded when it is first drawn. */
const SECTIONS: Readonly<Record<string, Section>> = Object.fromEntries(
  Object.entries(import.meta.glob<Section>('./triggers/*/section.tsx', { import: 'Section' })).map(([file, load]) => [
    file.split('/')[2]!,
    loadPart(load),
  ]),
);

/** Shows what the service stores for a trigger, in addition to its settings. Other components have no section. */
export function TriggerSection({ component }: { component: Component }) {
  const Section = Object.hasOwn(SECTIONS, component.type) ? SECTIONS[component.type] : undefined;
  return (
    Section !== undefined && (
      <Suspense>
        <Section component={component} />
      </Suspense>
    )
  );
}
