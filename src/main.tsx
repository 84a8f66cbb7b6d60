import './jitless';
import './ui/theme';
import { createRoot } from 'react-dom/client';
import { App, routerOf } from './App';
import { earlyReplies } from './providers/call/early';
import { beginSession } from './providers/session/session-store';
import { manifests } from './resources';
import { firstRender } from './shell/first-render';
import './shell/install';
import { applyKeptAppearance } from './shell/useAppearance';
import { keepPressesSteady } from './ui/devices/steady-press';

applyKeptAppearance();
keepPressesSteady();
const replies = earlyReplies();
const session = beginSession();
const router = routerOf(manifests);
const root = document.getElementById('root');
if (root) {
  firstRender({ replies, session, router }, () =>
    createRoot(root).render(<App manifests={manifests} router={router} />),
  );
}
