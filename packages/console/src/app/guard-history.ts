import { type Location, NavigationType, type To, type UNSAFE_createBrowserHistory } from 'react-router';
import { holdsNavigation } from '../ui/leave-guard.ts';

type History = ReturnType<typeof UNSAFE_createBrowserHistory>;

export interface GuardedHistory extends Omit<History, 'listen'> {
  listen(onMove: (move: { action: NavigationType; location: Location }) => void): () => void;
}

/**
 * A history whose moves to another path ask `holdsNavigation` first. Back and Forward have changed the address by then:
 * a held one is taken back, and repeated when it may go on.
 */
export function guardHistory(history: History): GuardedHistory {
  let { pathname } = history.location;
  let isTakenBack = false;
  let isRepeated = false;
  let afterReturn: (() => void) | null = null;

  function move(to: To, go: () => void): void {
    const isAway = history.createURL(to).pathname !== pathname;
    if (!isAway || !holdsNavigation(go)) go();
  }

  function isHeld(delta: number): boolean {
    const repeat = (): void => {
      isRepeated = true;
      history.go(delta);
    };
    const isHolding = holdsNavigation(() => (isTakenBack ? (afterReturn = repeat) : repeat()));
    if (!isHolding) return false;
    isTakenBack = true;
    history.go(-delta);
    return true;
  }

  return {
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to, state) => move(to, () => history.push(to, state)),
    replace: (to, state) => move(to, () => history.replace(to, state)),
    listen: (onMove) =>
      history.listen((next) => {
        const { action, location, delta } = next;
        if (isTakenBack) {
          isTakenBack = false;
          afterReturn?.();
          afterReturn = null;
          return;
        }
        const mayBeHeld = action === NavigationType.Pop && !isRepeated && delta !== null && delta !== 0;
        isRepeated = false;
        if (mayBeHeld && location.pathname !== pathname && isHeld(delta)) return;
        ({ pathname } = location);
        onMove(next);
      }),
  };
}
