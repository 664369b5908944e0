import { findComponentType } from '@workflow/component-catalog';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { problemsOf } from '../editor-context.ts';
import { isTrigger, portsOf } from '../connection-rules.ts';
import { usePicked } from '../value-store.ts';
import type { ComponentNode } from './canvas-elements.ts';
import { useCardParts } from './card-context.ts';
import { ComponentIcon } from './component-icon.tsx';
import classes from './component-card.module.css';
import { StepMark } from './step-mark.tsx';

/** A component on the canvas. It watches its own problems and its own step alone. */
export const ComponentCard = memo(function ComponentCard({ data: { component }, selected }: NodeProps<ComponentNode>) {
  const { problems, liveRun } = useCardParts();
  const own = usePicked(problems, (all) => problemsOf(all, component.id));
  const step = usePicked(liveRun, (run) => run?.lastSteps.get(component.id) ?? null);
  return (
    <div className={classes.card} data-selected={selected} data-status={step?.status} data-component-type={component.type}>
      {!isTrigger(component) && <Handle type="target" position={Position.Left} id="in" className={classes.handle ?? ''} />}
      <div className={classes.head}>
        <span className={classes.icon} data-category={findComponentType(component.type)?.category}>
          <ComponentIcon type={component.type} />
        </span>
        <span className={classes.names}>
          <span className={classes.name} title={component.name}>
            {component.name ?? component.type}
          </span>
          <span className={classes.type}>{component.output ? `→ ${component.output}` : (findComponentType(component.type)?.title ?? component.type)}</span>
        </span>
        {own.length > 0 && (
          <span className={classes.problems} title={own.map((problem) => problem.message).join('\n')}>
            {own.length}
            <span className={classes.hidden}> {own.length === 1 ? 'problem' : 'problems'}</span>
          </span>
        )}
      </div>
      {step && <StepMark step={step} />}
      <ul className={classes.ports}>
        {portsOf(component).map((port) => (
          <li key={port} className={classes.port} data-port={port}>
            {port}
            <Handle type="source" position={Position.Right} id={port} className={classes.handle ?? ''} />
          </li>
        ))}
      </ul>
    </div>
  );
});
