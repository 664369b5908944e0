import type { Component } from '@workflow/workflow-model';
import { toolsHeight } from '../layout/agent-tools.ts';
import { loadInPlace } from '../../ui/load-in-place.tsx';

const AgentToolList = loadInPlace(async () => (await import('./agent-tool-list.tsx')).AgentToolList);

/** The tools of an agent at the bottom of its card, which has their height before they are loaded. */
export function CardAgentTools({ component }: { component: Component }) {
  const height = toolsHeight(component);
  if (height === 0) return null;
  return (
    <div style={{ height }}>
      <AgentToolList component={component} />
    </div>
  );
}
