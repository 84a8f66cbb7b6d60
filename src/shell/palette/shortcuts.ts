export type Shortcut = { keys: readonly string[]; does: string };

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const COMMAND = isApple ? '⌘' : 'Ctrl';

/** Every key the app answers to, by where it does. */
export const SHORTCUTS: readonly { where: string; shortcuts: readonly Shortcut[] }[] = [
  {
    where: 'Anywhere',
    shortcuts: [
      { keys: [COMMAND, 'K'], does: 'Go to any page, record or act' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close what is open, or give up an edit' },
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
      { keys: ['Enter'], does: 'Open the row, or what is in the cell' },
      { keys: ['Space'], does: 'Select the row, where rows can be selected' },
      { keys: ['F2'], does: 'Edit the cell, or go into it' },
      { keys: ['Shift', 'F10'], does: 'Open what can be done with the row' },
      { keys: ['F'], does: 'Filter the list, where it has filters' },
      { keys: [COMMAND, 'C'], does: 'Copy the cell, or the rows selected' },
    ],
  },
  {
    where: 'In searches and menus',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Move through what was found' },
      { keys: ['Enter'], does: 'Choose it' },
    ],
  },
];
