import { manifestOf } from '../../providers/manifest';
import { auditLog as resource } from './resource';

/** The organization's audit log, for people who manage roles. */
export const auditLog = manifestOf(resource, {
  label: 'Audit Log',
  app: 'account',
  screens: [
    {
      path: 'account/audit-log',
      title: 'Audit Log',
      load: () => import('./AuditLog'),
      action: 'list',
      nav: { icon: 'clock', order: 6 },
    },
  ],
});
