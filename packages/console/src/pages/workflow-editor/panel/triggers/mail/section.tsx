export { PollSection as Section } from '../poll-section.tsx';
