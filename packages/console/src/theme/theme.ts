import classes from './theme.module.css';
import type {
  BadgeProps,
  DrawerProps,
  MantineThemeOverride,
  MenuProps,
  ModalProps,
  NotificationProps,
  TableProps,
} from '@mantine/core';

/** The close button has no text. */
const CLOSE_BUTTON = { 'aria-label': 'Close dialog' };

// Locking the page's scroll would insert a style element.
const DIALOG = { lockScroll: false, transitionProps: { duration: 120 }, closeButtonProps: CLOSE_BUTTON };

// Addresses and names without spaces may be wider than the dialog.
const MODAL_CLASSES = { header: classes.breaking ?? '', body: classes.breaking ?? '' };

/**
 * The components are named, not imported: a page loads those that it shows.
 *
 * Values that differ from Mantine's are also in tokens.css: the content security policy allows no style
 * element, so the provider does not write the variables itself.
 */
export const theme: MantineThemeOverride = {
  primaryColor: 'indigo',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { ...DIALOG, classNames: MODAL_CLASSES } satisfies Partial<ModalProps> },
    Drawer: { defaultProps: DIALOG satisfies Partial<DrawerProps> },
    // The focus goes to the first item, because a menu may contain nothing but items that take the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    // Words are written as everywhere else.
    Badge: { defaultProps: { tt: 'none' } satisfies Partial<BadgeProps> },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } satisfies Partial<NotificationProps>,
    },
    Table: { defaultProps: { verticalSpacing: 'sm', highlightOnHover: true } satisfies Partial<TableProps> },
  },
};
