import { create } from 'zustand';

/** What Chromium offers a page that can be put on the home screen; TypeScript doesn't know it yet. */
type Offer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

const useOffer = create<{ offer: Offer | null }>(() => ({ offer: null }));

// Offered once, maybe before anything is drawn.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  useOffer.setState({ offer: event as Offer });
});
addEventListener('appinstalled', () => useOffer.setState({ offer: null }));

/** Asks to put the app on the home screen or desktop; null where the browser doesn't offer that now. */
export function useInstall(): (() => void) | null {
  const offer = useOffer((state) => state.offer);
  if (offer === null) return null;
  return () => {
    // An offer is good for one question, whatever the answer.
    useOffer.setState({ offer: null });
    void offer.prompt();
  };
}
