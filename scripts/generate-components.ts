// Writes the modules of packages/components/src/generated: for each list of what component types have, a record by the
// type's name with static imports. A file that a type lacks so fails to compile, and bundlers and browsers find all.
import { generateComponents } from './component-modules.ts';

generateComponents();
