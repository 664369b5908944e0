import { useEditor } from '../editor-context.ts';
import { usePicked } from '../value-store.ts';
import { StepDetail } from '../../sessions/step-detail.tsx';
import classes from './component-panel.module.css';

/** Input and output of the component in the run that the canvas shows. */
export function StepTab({ componentId }: { componentId: string }) {
  const { liveRun } = useEditor();
  const step = usePicked(liveRun, (run) => run?.lastSteps.get(componentId) ?? null);
  return <div className={classes.section}>{step ? <StepDetail step={step} /> : <p className={classes.description}>This component has not run.</p>}</div>;
}
