import { PAID_FEATURE_SLUGS, PAID_FEATURES, planAllows } from '../../../domain/access/plans';
import { PLAN_LABELS, PLAN_TYPES } from '../../../domain/access/vocabulary';
import { settings } from '../../providers/settings';
import { Icon } from '../../ui/Icon';
import { PublicPage } from '../PublicPage';
import css from './Compare.module.css';

/** What each plan includes. */
export default function Compare() {
  return (
    <PublicPage title="Pricing">
      <p>Every plan includes buying on the marketplace. Here’s what each plan adds for sellers.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where the window is narrow */}
      <section className={css.plans} aria-label="Plans" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              {PLAN_TYPES.map((plan) => (
                <th key={plan} scope="col">
                  {PLAN_LABELS[plan]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PAID_FEATURE_SLUGS.map((slug) => (
              <tr key={slug}>
                <th scope="row">{PAID_FEATURES[slug].name}</th>
                {PLAN_TYPES.map((plan) => (
                  <td key={plan}>
                    {planAllows(plan, slug) ? (
                      <>
                        <Icon name="check" size={18} />
                        <span className="v-hidden">Included</span>
                      </>
                    ) : (
                      <span className="v-hidden">Not included</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        For prices, email <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </p>
    </PublicPage>
  );
}
