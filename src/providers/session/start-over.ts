import { create } from 'zustand';

const useStartingOver = create(() => false);

/** Whether this page is being left because it shows somebody who isn't signed in here anymore. */
export const isStartingOver = useStartingOver.getState;

/** The same as a hook; nothing of that person is shown meanwhile. */
export const useIsStartingOver = (): boolean => useStartingOver();

/**
 * Leaves this page for `address`, to show the person who is signed in now. Nothing asks whether to stay, as what was typed is
 * the former one's; it is kept for them. The session stays as it is until then, so that it is kept under their key.
 */
export function startOver(address = '/marketplace'): void {
  if (isStartingOver()) return;
  useStartingOver.setState(true, true);
  // “Back” may show this page as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(address);
}
