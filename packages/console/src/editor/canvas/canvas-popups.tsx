import { focusNewCard } from './focus-canvas.ts';
import { ComponentPicker } from './component-picker.tsx';
import { useAddComponent } from './use-add-component.ts';
import type { CanvasPopup } from './canvas-popup.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { loadPart } from '../../ui/load-part.tsx';

// Unlike a menu, the list of components has the focus immediately.
const CanvasMenu = loadPart(async () => (await import('./canvas-menu.tsx')).CanvasMenu);

interface CanvasPopupsProps {
  popup: NonNullable<CanvasPopup>;
  /** Closes it; the focus goes back to the canvas. */
  onClose: () => void;
  /** Closes it; what was chosen decides where the focus goes. */
  onHide: () => void;
}

/** The list of components or the menu that is open on the canvas. */
export function CanvasPopups({ popup, onClose, onHide }: CanvasPopupsProps) {
  const addComponent = useAddComponent();
  if (popup.kind === 'menu')
    return (
      <PartBoundary onFailed={onHide}>
        <CanvasMenu at={popup.at} items={popup.items} onClose={onHide} />
      </PartBoundary>
    );
  return (
    <ComponentPicker
      at={popup.at}
      withTriggers={popup.target.kind === 'point'}
      onClose={onClose}
      onChoose={(type, given) => {
        onHide();
        focusNewCard(addComponent(type, popup.target, given));
      }}
    />
  );
}
