import css from '../home.module.css';
import { PublicPage } from '../PublicPage';

/** Benefits for buyers and sellers. */
export default function Benefits() {
  return (
    <PublicPage title="Benefits">
      <div className={css.cards}>
        <section>
          <h2>For buyers</h2>
          <ul>
            <li>All your brands in one place, at your prices</li>
            <li>You only order what’s in stock, so nothing gets cut lazyDialog</li>
            <li>Orders by shop, and all of them in one list</li>
          </ul>
        </section>
        <section>
          <h2>For sellers</h2>
          <ul>
            <li>No overselling: orders never exceed your stock</li>
            <li>Your whole team works from the same live list</li>
            <li>Each role sees and changes only what it should, and every change is logged</li>
          </ul>
        </section>
      </div>
    </PublicPage>
  );
}
