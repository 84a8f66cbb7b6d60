import { daysBefore, nextId, type World } from '../world';

/** Someone who gets an email about each new order of their companies. */
const NOTIFIED = 'manager@fernhollow.example';
const INVITED = ['buying@saltgrass.example', 'orders@highmarket.example'];

/** What admins keep about companies: sales contacts, locations, usual distributors, emails and invited buyers. */
export function addCompanyRecords({ now, rows }: World): void {
  for (const company of rows.companies) {
    const license = rows.licenses.find(({ id }) => id === company.licenseId);
    const sales = rows.orgUsers.find(({ orgId, title }) => orgId === company.orgId && title?.startsWith('Sales'));
    const person = rows.users.find(({ id }) => id === sales?.userId);
    if (sales && person) {
      const name = `${person.firstName} ${person.lastName}`;
      const contact = { id: 2, name, title: sales.title ?? '', email: sales.email, phone: '' };
      company.keyPeople = [...(company.keyPeople ?? []), contact];
    }
    if (company.companyType === 'DISTRIBUTOR') {
      const own = rows.brands.filter(({ orgId }) => orgId === company.orgId);
      const of = { orgId: company.orgId, companyId: company.id, distributorId: company.id };
      rows.distributorMappings.push(...own.map((brand) => ({ ...of, brandId: brand.id })));
    }
    if (!license) continue;
    const address = {
      orgId: company.orgId,
      companyId: company.id,
      lineOne: license.addressLineOne,
      city: license.city,
      usState: license.usState,
      postalCode: license.postalCode,
      createdAt: daysBefore(now, 400),
    };
    for (const [displayOrder, name] of [`${license.city} warehouse`, 'Pickup window'].entries()) {
      const phone = displayOrder === 0 ? (license.phone ?? '') : '';
      rows.companyAddresses.push({ id: nextId(rows.companyAddresses), ...address, name, phone, displayOrder });
    }
  }
  const notified = rows.orgUsers.find(({ email }) => email === NOTIFIED);
  const [first] = rows.companies;
  if (!notified?.userId || !first) throw new Error('there is nobody to notify');
  const { orgId, id: companyId } = first;
  rows.companyNotifications.push({ orgId, companyId, orgUserId: notified.id, feedType: 'NEW_ORDER' });
  for (const [index, invitedEmail] of INVITED.entries()) {
    const sentAt = daysBefore(now, 6 + index * 9);
    rows.companyInvites.push({
      id: nextId(rows.companyInvites),
      orgId,
      companyId,
      invitedEmail,
      invitedByUserId: notified.userId,
      sentAt,
    });
  }
}
