import css from './OnlineDot.module.css';

/** The mark of somebody who is online, on their picture or after their name. Decorative: words say it too. */
export const OnlineDot = () => <span className={css.dot} aria-hidden="true" />;
