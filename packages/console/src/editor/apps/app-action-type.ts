import type { GivenContent } from '../draft/new-component.ts';

/** The component type of all operations of apps. */
export const APP_ACTION = 'app-action';

export interface AppActionsProps {
  search: string;
  onChoose: (given: GivenContent, isByKeyboard: boolean) => void;
}
