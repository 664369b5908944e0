// Generates load in a separate process: it receives options as a message and returns the result as one.
import { generateLoad, type LoadOptions } from './load.ts';

process.once('message', (options: LoadOptions) => {
  void generateLoad(options).then((result) => {
    process.send?.(result, () => process.exit(0));
  });
});
process.once('disconnect', () => process.exit(1));
