import { loadInPlace } from '../../../ui/load-in-place.tsx';
import type { ComponentPartProps } from '../../../editor/fields/field-props.ts';

const AppNotice = loadInPlace(async () => (await import('../../../features/apps/app-notice.tsx')).AppNotice);

/** The app that a component of a template needs; nothing for other components. */
export function DirectorySection(props: ComponentPartProps) {
  const { app, directory } = props.component.config;
  if (app !== '' || typeof directory !== 'string') return null;
  return (
    // A plain element: the panel would shrink the notice itself.
    <div>
      <AppNotice {...props} directory={directory} />
    </div>
  );
}
