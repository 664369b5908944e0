import { IconTool, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Component } from '@workflow/workflow-model';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { agentToolsOf, toolRowsOf } from '../layout/agent-tools.ts';
import classes from './component-card.module.css';

/** The tools of an agent on its card. A mark shows those whose calls a person approves. */
export function AgentToolList({ component }: { component: Component }) {
  const tools = agentToolsOf(component);
  const { data } = useQuery(allWorkflowsQuery);
  const nameOf = (id: string | null) => data?.items.find((workflow) => workflow.id === id)?.name ?? '…';
  const rows = toolRowsOf(component);
  const shown = tools.length > rows ? tools.slice(0, rows - 1) : tools;
  return (
    <ul className={classes.agentTools} aria-label="Tools">
      {shown.map(({ name, workflowId, needsApproval }, index) => {
        const words = name ?? nameOf(workflowId);
        return (
          <li key={`${index} ${words}`} title={words}>
            <IconTool size={12} aria-hidden />
            <span>{words}</span>
            {needsApproval && <IconUserCheck size={12} aria-label="needs approval" />}
          </li>
        );
      })}
      {shown.length < tools.length && <li>{tools.length - shown.length} more</li>}
    </ul>
  );
}
