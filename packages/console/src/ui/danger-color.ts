/** The colour of menu items that delete something. Mantine's own red has too little contrast on a menu. */
export const DANGER_COLOR = 'var(--mantine-color-red-light-color)';
