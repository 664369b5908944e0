import { IconMaximize } from '@tabler/icons-react';
import { Background, ControlButton, Controls, MiniMap } from '@xyflow/react';
import { useDraft } from '../editor-context.ts';
import classes from './canvas.module.css';
import { PanWhileConnecting } from './pan-while-connecting.tsx';
import { ShowAtFirst } from './show-at-first.tsx';
import { useShowWhole } from './use-show-whole.ts';

/** The parts around the graph: grid, buttons, map, and the handlers that move the view. */
export function CanvasSurroundings() {
  const showWhole = useShowWhole();
  const isEmpty = useDraft(({ draft }) => draft.components.length === 0 && (draft.notes ?? []).length === 0);
  return (
    <>
      <Background gap={20} size={1} color="var(--line-strong)" />
      <Controls showInteractive={false} showFitView={false}>
        <ControlButton
          className={classes.whole ?? ''}
          onClick={showWhole}
          title="Show the whole workflow"
          aria-label="Show the whole workflow"
        >
          <IconMaximize aria-hidden />
        </ControlButton>
      </Controls>
      <ShowAtFirst />
      <PanWhileConnecting />
      {!isEmpty && <MiniMap pannable zoomable className={classes.minimap ?? ''} />}
    </>
  );
}
