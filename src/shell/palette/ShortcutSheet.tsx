import { Dialog } from '../../ui/Dialog';
import css from './ShortcutSheet.module.css';
import { SHORTCUTS } from './shortcuts';

/** The keyboard shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} width={520}>
      {SHORTCUTS.map(({ where, shortcuts }) => (
        <section key={where} className={css.shortcuts}>
          <h3>{where}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
