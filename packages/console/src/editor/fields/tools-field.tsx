import { loadInPlace } from '../../ui/load-in-place.tsx';

/** The tools of an agent. Their form is loaded when it is first shown. */
export const ToolsField = loadInPlace(async () => (await import('../tools/tools-form.tsx')).ToolsForm);
