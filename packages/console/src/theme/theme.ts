import { Drawer, Modal, Table, Tooltip, createTheme } from '@mantine/core';

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
    Modal: Modal.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', highlightOnHover: true } }),
  },
});
