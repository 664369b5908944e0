import type { Component } from '@workflow/workflow-model';
import { Suspense } from 'react';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { toolsHeight } from '../layout/agent-tools.ts';

const AgentToolList = loadPart(async () => (await import('./agent-tool-list.tsx')).AgentToolList);

/** The tools of an agent at the bottom of its card, which has their height before they are loaded. */
export function CardAgentTools({ component }: { component: Component }) {
  const height = toolsHeight(component);
  if (height === 0) return null;
  return (
    <div style={{ height }}>
      <PartBoundary>
        <Suspense>
          <AgentToolList component={component} />
        </Suspense>
      </PartBoundary>
    </div>
  );
}
