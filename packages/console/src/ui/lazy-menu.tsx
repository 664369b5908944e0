import { type ComponentType, type ReactElement, useState } from 'react';
import { PartBoundary } from './part-boundary.tsx';

/** Draws the button that opens a menu. */
type MenuTarget = (behaviour: { onClick?: () => void; 'aria-haspopup': 'menu' }) => ReactElement;

/** The part of a menu that is loaded when the menu is opened. It opens immediately. */
export interface LazyMenuProps {
  target: ReactElement;
}

interface LazyMenuButtonProps {
  children: MenuTarget;
  /** Made by `loadPart`. */
  menu: ComponentType<LazyMenuProps>;
}

/** A button whose menu is loaded when it is first opened: no page needs a menu for its first paint. */
export function LazyMenu({ children, menu: OpenMenu }: LazyMenuButtonProps) {
  const [isUsed, setIsUsed] = useState(false);
  const target = children({ 'aria-haspopup': 'menu', ...(isUsed ? {} : { onClick: () => setIsUsed(true) }) });
  return isUsed ? (
    <PartBoundary onFailed={() => setIsUsed(false)} fallback={target}>
      <OpenMenu target={target} />
    </PartBoundary>
  ) : (
    target
  );
}
