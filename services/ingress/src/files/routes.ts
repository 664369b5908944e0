import type { Route } from '../http/define-route.ts';
import { downloadFile } from './download-file.ts';
import { uploadFile } from './upload-file.ts';

/** Files that values name. */
export const filesRoutes: readonly Route[] = [uploadFile, downloadFile];
