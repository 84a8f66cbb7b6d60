import { Link } from 'react-router';
import { isOffered } from '../../providers/settings';
import { Icon, type IconName } from '../../ui/Icon';
import css from '../home.module.css';
import { PublicPage } from '../PublicPage';

type Feature = [title: string, text: string];
type Group = { icon: IconName; title: string; lead: string; features: readonly Feature[] };

const GROUPS: readonly Group[] = [
  {
    icon: 'orders',
    title: 'Sell',
    lead: 'One list of orders for the whole sales team, from the first line to the last payment.',
    features: [
      [
        'Order entry',
        'Paste ten lines from an email or a spreadsheet, or scan them. Prices and stock are checked as you type.',
      ],
      ['Live order list', 'An order shows up the moment it’s placed. Accept, fulfill and ship many at once.'],
      [
        'Customer prices',
        'Price schedules for groups of customers, sale prices, and a special price where you agreed on one.',
      ],
      ['Payments', 'Terms, due dates and payments on each order, and who is late.'],
    ],
  },
  {
    icon: 'store',
    title: 'Buy',
    lead: 'Every brand’s menu at your own prices, for each of your licenses.',
    features: [
      ['Menus and search', 'Search brands and products, and see what’s in stock before you order.'],
      ['Shared carts', 'One cart per seller, which your team fills together.'],
      ['Approvals', 'Orders above your limit wait for the person you choose.'],
      ['Order tracking', 'Follow every order, report a problem, and order the same again.'],
    ],
  },
  {
    icon: 'box',
    title: 'Inventory',
    lead: 'Stock that orders can’t exceed, with the packages behind it.',
    features: [
      ['Products', 'Menus with pictures, cases and units. Import a file, change thousands at once, and undo it.'],
      ['Stock', 'Orders reserve what they take, so nobody sells the same case twice.'],
      ['Packages and lab results', 'Packages with their tags, tests and history, assigned to each order.'],
      ['Labels and scanning', 'Scan tags and barcodes wherever you look for a package or a product.'],
    ],
  },
  {
    icon: 'building',
    title: 'Your organization',
    lead: 'Several states, licenses and brands in one place, with the right people in each.',
    features: [
      ['Roles', 'Set what each role sees and changes. It applies right away.'],
      ['History', 'Every change is logged: who made it, when, and what was there before.'],
      ['Reports', 'Revenue by customer, brand, product and rep, in tables and charts you can export.'],
    ],
  },
];

const TRACKING: Feature = ['Tracking system', 'Connect a license with its key, and its packages and items sync.'];
const CHAT: Feature = ['Messages', 'Channels with your team and with the businesses you trade with.'];

/** Verdant's features, for visitors. */
export default function Features() {
  const shown = (group: Group): readonly Feature[] => {
    if (group.icon === 'box' && isOffered('tracking')) return [...group.features, TRACKING];
    if (group.icon === 'building' && isOffered('chat')) return [...group.features, CHAT];
    return group.features;
  };
  return (
    <PublicPage title="Features" lead="Everything between a menu and a paid order, for both sides of the trade.">
      {GROUPS.map((group) => (
        <section key={group.title} className={css.group}>
          <div>
            <h2>
              <Icon name={group.icon} /> {group.title}
            </h2>
            <p>{group.lead}</p>
          </div>
          <dl>
            {shown(group).map(([title, text]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p>
        See what each plan includes under <Link to="/compare">Pricing</Link>, and what changes for your team under{' '}
        <Link to="/benefits">Benefits</Link>.
      </p>
    </PublicPage>
  );
}
