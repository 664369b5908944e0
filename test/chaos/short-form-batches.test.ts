import { describeShortForm } from './short-form.ts';

describeShortForm(({ name }) => name.includes('batch'));
