import { findComponentType } from '@workflow/components/descriptors';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { BODY_PORT } from '@workflow/workflow-model';
import { memo } from 'react';
import { problemsOf } from '../editor-context.ts';
import { isTrigger } from '../draft/connection-rules.ts';
import { hasFrame } from '../layout/frames.ts';
import { usePicked } from '../../ui/value-store.ts';
import { useIsAttended } from './attended-card.ts';
import type { ComponentNode } from './canvas-elements.ts';
import { useCardParts } from './card-context.ts';
import { CardBottom } from './card-bottom.tsx';
import { CardStarted } from './card-started.tsx';
import { CardOutput } from './card-output.tsx';
import { CardTools } from './card-tools.tsx';
import { ComponentIcon } from './component-icon.tsx';
import classes from './component-card.module.css';
import { loadInPlace } from '../../ui/load-in-place.tsx';

const CardProblems = loadInPlace(async () => (await import('./card-problems.tsx')).CardProblems);

/** A component on the canvas. It watches only its own problems and its own step. */
export const ComponentCard = memo(function ComponentCard({ data: { component }, selected }: NodeProps<ComponentNode>) {
  const { problems, liveRun, actions, started } = useCardParts();
  const own = usePicked(problems, (all) => problemsOf(all, component.id));
  const step = usePicked(liveRun, (run) => run?.lastSteps.get(component.id) ?? null);
  const isAttended = useIsAttended(component.id);
  const title = findComponentType(component)?.title ?? component.type;
  return (
    <div
      className={classes.card}
      data-selected={selected}
      data-status={step?.status}
      data-disabled={component.disabled}
      data-component-type={component.type}
    >
      {!isTrigger(component) && (
        <Handle type="target" position={Position.Left} id="in" className={`${classes.handle} ${classes.end}`} />
      )}
      {actions && isAttended && <CardTools component={component} actions={actions} />}
      <div className={classes.head}>
        <span className={classes.icon} data-category={findComponentType(component)?.category}>
          <ComponentIcon type={component.type} />
        </span>
        <span className={classes.names}>
          <span className={classes.name} title={component.name}>
            {component.name ?? title}
          </span>
          <span className={classes.type}>
            {component.disabled ? 'Disabled' : component.output ? `→ ${component.output}` : title}
          </span>
        </span>
        {own.length > 0 && <CardProblems component={component} problems={own} />}
      </div>
      {actions && <CardOutput component={component} />}
      {started && <CardStarted started={started} componentId={component.id} />}
      {hasFrame(component) && (
        <Handle
          type="source"
          position={Position.Bottom}
          id={BODY_PORT}
          isConnectable={false}
          className={classes.bodyHandle ?? ''}
        />
      )}
      <CardBottom component={component} step={step} actions={actions} isAttended={isAttended || selected} />
    </div>
  );
});
