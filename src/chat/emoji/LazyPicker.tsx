import { type ComponentProps, lazy, Suspense } from 'react';
import css from './LazyPicker.module.css';

const EmojiPicker = lazy(() => import('./EmojiPicker'));

/** The emoji picker, in its full size before it is loaded, so that it is placed where it fits. */
export const LazyPicker = (props: ComponentProps<typeof EmojiPicker>) => (
  <div className={css.room}>
    <Suspense>
      <EmojiPicker {...props} />
    </Suspense>
  </div>
);
