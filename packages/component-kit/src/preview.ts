export { previewField } from './preview/preview-field.ts';
export { previewJson, previewOutput } from './preview/preview-output.ts';
