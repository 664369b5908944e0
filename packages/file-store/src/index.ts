export { FileTooLarge, openFileStore, type FileStore, type FileToWrite } from './file-store.ts';
export { FilesUnavailable } from './outside/s3-requests.ts';
