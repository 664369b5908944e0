import { Handle, Position } from '@xyflow/react';
import type { Component } from '@workflow/workflow-model';
import type { Step } from '../../api/types.ts';
import { portsOf } from '../draft/connection-rules.ts';
import { AddAfterPort } from './add-after-port.tsx';
import { CardAgentTools } from './card-agent-tools.tsx';
import type { useCardParts } from './card-context.ts';
import classes from './component-card.module.css';
import { StepMark } from './step-mark.tsx';

interface CardBottomProps {
  component: Component;
  /** The step of the last run; null if it has none. */
  step: Step | null;
  actions: ReturnType<typeof useCardParts>['actions'];
  /** The pointer is over the card, or the card is selected. */
  isAttended: boolean;
}

/** The ports of a component, with what can be added after each, its step, and the tools of an agent. */
export function CardBottom({ component, step, actions, isAttended }: CardBottomProps) {
  return (
    <>
      <div className={classes.portsArea}>
        {step && <StepMark step={step} />}
        <ul className={classes.ports}>
          {portsOf(component).map((port) => (
            <li key={port} className={classes.port} data-port={port}>
              {port}
              <Handle type="source" position={Position.Right} id={port} className={classes.handle ?? ''} />
              {actions && (port !== 'error' || isAttended) && (
                <AddAfterPort componentId={component.id} port={port} onAdd={actions.addAfter} />
              )}
            </li>
          ))}
        </ul>
      </div>
      <CardAgentTools component={component} />
    </>
  );
}
