import './jitless';
import './ui/theme';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { beginSession } from './providers/session/session-store';
import { manifests } from './resources';
import { applyKeptAppearance } from './shell/useAppearance';

applyKeptAppearance();
beginSession();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App manifests={manifests} />);
