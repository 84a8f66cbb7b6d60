import { Dialog } from '../../ui/Dialog';
import css from './ShortcutSheet.module.css';

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

type Shortcut = { keys: readonly string[]; does: string };

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const COMMAND = isApple ? '⌘' : 'Ctrl';

/** Every keyboard shortcut, by where it works. */
const SHORTCUTS: readonly { where: string; shortcuts: readonly Shortcut[] }[] = [
  {
    where: 'Anywhere',
    shortcuts: [
      { keys: [COMMAND, 'K'], does: 'Go to any page, record or action' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close, or cancel an edit' },
    ],
  },
  {
    where: 'In lists',
    shortcuts: [
      { keys: ['↑', '↓', '←', '→'], does: 'Move from cell to cell' },
      { keys: ['Home', 'End'], does: 'First or last cell of the row' },
      { keys: [COMMAND, 'Home'], does: 'First cell of the list' },
      { keys: [COMMAND, 'End'], does: 'Last cell of the list' },
      { keys: ['Page Up', 'Page Down'], does: 'A screen up or down' },
      { keys: ['Enter'], does: 'Open the row or the cell’s link' },
      { keys: ['Space'], does: 'Select the row' },
      { keys: ['F2'], does: 'Edit the cell or enter it' },
      { keys: ['Shift', 'F10'], does: 'Open row actions' },
      { keys: ['F'], does: 'Filter the list' },
      { keys: ['↓'], does: 'From the search to the first row' },
      { keys: [COMMAND, 'C'], does: 'Copy the cell or selected rows' },
    ],
  },
  {
    where: 'In searches and menus',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Move through results' },
      { keys: ['Enter'], does: 'Select' },
    ],
  },
];
