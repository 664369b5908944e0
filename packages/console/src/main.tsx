import './theme/mantine-styles.ts';
import './theme/tokens.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

createRoot(document.querySelector('#root') as HTMLElement).render(<App />);
