export { LibraryUse, outsideLibraries, takeLibraryError, type LibraryFault } from './library-use.ts';
