import css from './home.module.css';
import { PublicPage } from './PublicPage';

/** What buyers and sellers gain, for a visitor. */
export default function Benefits() {
  return (
    <PublicPage title="Benefits">
      <div className={css.cards}>
        <section>
          <h2>For buyers</h2>
          <ul>
            <li>All the brands you trade with in one place, at the prices agreed with you</li>
            <li>Only what is in stock can be ordered, so nothing has to be called off later</li>
            <li>Each shop’s orders apart, and all of them in one list</li>
          </ul>
        </section>
        <section>
          <h2>For sellers</h2>
          <ul>
            <li>Orders arrive complete and correct, and never for more than there is</li>
            <li>Everyone works on the same, current list, without reloading it</li>
            <li>Each person sees and changes what their role is for, and every change is on record</li>
          </ul>
        </section>
      </div>
    </PublicPage>
  );
}
