import { Drawer, Modal, Notification, Table, Tooltip, createTheme } from '@mantine/core';

/** The cross has no words of its own. */
const CLOSE_BUTTON = { 'aria-label': 'Close dialog' };

/**
 * Values that differ from Mantine's own stand in tokens.css as well: the content security policy allows no style
 * element, so the provider does not write the variables itself.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    // Locking the page's scroll would insert a style element.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 }, closeButtonProps: CLOSE_BUTTON } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 }, closeButtonProps: CLOSE_BUTTON } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', highlightOnHover: true } }),
  },
});
