import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import type { Log } from '../../log';
import { type Html, html } from '../../mail/html';
import { act, sendSandboxPage } from '../page';
import { readSwitches, serveSwitches } from '../switches';
import { createPayment, type Scene, voidInvoice, voidPayment } from './documents';
import { FAULTS, type Fault, type Faults } from './faults';
import { type Change, sendHook } from './hooks';
import { Refusal } from './refusal';
import { listBooks } from './seed';
import { alone, type Company, change, companyOf, type Entity, find, type Kind, list, saveCompany } from './store';

const PAGE = '/sandbox/accounting';
const MOST_SHOWN = 200;

type Tools = { db: Db; config: Config; faults: Faults; log: Log };
type Pressed = { Body: { subject: string } };
type OfBooks = { Params: { realm: string }; Body: { act: string; kind: string; id: string; value?: string } };

/** What a person can do in the books themselves. */
const ACTS: Record<
  string,
  {
    label: string;
    of: readonly Kind[];
    asks?: true;
    says: Change;
    run(scene: Scene, one: Entity, value: string): Promise<Entity>;
  }
> = {
  void: {
    label: 'Void',
    of: ['Invoice', 'Payment'],
    says: 'Void',
    run: (scene, one) => {
      const body = { Id: one.entityId, SyncToken: String(one.version) };
      return one.kind === 'Invoice' ? voidInvoice(scene, body) : voidPayment(scene, body);
    },
  },
  pay: {
    label: 'Receive payment',
    of: ['Invoice'],
    says: 'Create',
    run: (scene, { entityId, data }) =>
      createPayment(scene, {
        CustomerRef: data.CustomerRef,
        TotalAmt: data.Balance,
        Line: [{ Amount: data.Balance, LinkedTxn: [{ TxnId: entityId, TxnType: 'Invoice' }] }],
      }),
  },
  amount: {
    label: 'Change total to',
    of: ['Invoice'],
    asks: true,
    says: 'Update',
    run: ({ tx }, one, value) => {
      const total = Number(value);
      if (!(total >= 0)) return Promise.resolve(one);
      const Balance = Math.max(
        0,
        Math.round((Number(one.data.Balance) + total - Number(one.data.TotalAmt)) * 100) / 100,
      );
      return change(tx, one, { ...one.data, TotalAmt: total, Balance });
    },
  },
  number: {
    label: 'Change number to',
    of: ['Invoice'],
    asks: true,
    says: 'Update',
    run: ({ tx }, one, value) => change(tx, one, { ...one.data, DocNumber: value.slice(0, 21) }),
  },
  deposit: {
    label: 'Deposit',
    of: ['Payment'],
    says: 'Update',
    run: ({ tx }, one) => change(tx, one, { ...one.data, isDeposited: true }),
  },
  rename: {
    label: 'Rename to',
    of: ['Customer', 'Item'],
    asks: true,
    says: 'Update',
    run: ({ tx }, one, value) =>
      change(tx, one, { ...one.data, [one.kind === 'Item' ? 'Name' : 'DisplayName']: value.slice(0, 100) }),
  },
  toggle: {
    label: 'Make inactive or active',
    of: ['Customer', 'Item'],
    says: 'Update',
    run: ({ tx }, one) => change(tx, one, { ...one.data, Active: one.data.Active === false }),
  },
  delete: {
    label: 'Delete',
    of: ['Invoice', 'Payment'],
    says: 'Delete',
    run: ({ tx }, one) => change(tx, one, one.data, true),
  },
};

/** The sandbox's switches and books, in which a person changes what Verdant sent. */
export function serveBooksPages(scope: FastifyInstance, { db, config, faults, log }: Tools): void {
  serveSwitches(scope, PAGE, faults.records);

  scope.post<Pressed>(`${PAGE}/fault`, async ({ body }, reply) => {
    if (body.subject in FAULTS) await faults.toggle(body.subject);
    return reply.redirect(PAGE, 303);
  });

  scope.get(PAGE, async (_request, reply) => {
    const [books, switches, on] = [await listBooks(db), await readSwitches(PAGE, faults.records), await faults.read()];
    return sendSandboxPage(
      reply,
      'Accounting sandbox',
      html`<p>Verdant calls this sandbox instead of an accounting service. Nobody’s books are kept here.</p>
${switches.outage}
<h2>Faults</h2><div class="card"><table><tbody>
${(Object.keys(FAULTS) as Fault[]).map(
  (fault) =>
    html`<tr><td>${FAULTS[fault]}</td><td>${act(`${PAGE}/fault`, on.has(fault) ? 'Stop' : 'Start', fault)}</td></tr>`,
)}</tbody></table></div>
<h2>Books</h2>${books.length === 0 && html`<p class="quiet">None yet. Connect a company in Verdant.</p>`}
<ul>${books.map(({ realm, name }) => html`<li><a href="${PAGE}/books/${realm}">${name}</a> <code>${realm}</code></li>`)}</ul>`,
    );
  });

  scope.get<OfBooks>(`${PAGE}/books/:realm`, async ({ params: { realm } }, reply) => {
    const company = await companyOf(db, realm);
    if (!company)
      return sendSandboxPage(reply.status(404), 'No such books', html`<p><a href="${PAGE}">All books</a></p>`);
    const tables: Html[] = [];
    for (const kind of ['Invoice', 'Payment', 'Customer', 'Item'] as const) tables.push(await table(realm, kind));
    return sendSandboxPage(
      reply,
      company.name,
      html`<p><a href="${PAGE}">All books</a></p>${settings(realm, company)}${tables}`,
    );
  });

  scope.post<OfBooks>(`${PAGE}/books/:realm/act`, async ({ params: { realm }, body }, reply) => {
    const chosen = ACTS[body.act];
    const kind = chosen?.of.find((one) => one === body.kind);
    const company = await companyOf(db, realm);
    if (!chosen || !kind || !company) return reply.status(400).send('Unknown act');
    const none: ReadonlySet<Fault> = new Set();
    try {
      const done = await alone(db, realm, async (tx) => {
        const one = await find(tx, realm, kind, body.id);
        if (!one || one.isDeleted) throw new Refusal('610', 'Object Not Found', 'It isn’t there.');
        return chosen.run({ tx, realm, company, faults: none }, one, body.value ?? '');
      });
      sendHook({ config, log }, await faults.read(), done, chosen.says);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sendSandboxPage(
        reply.status(400),
        'That can’t be done',
        html`<p>${error.detail}</p><p><a href="${PAGE}/books/${realm}">Back</a></p>`,
      );
    }
    return reply.redirect(`${PAGE}/books/${realm}`, 303);
  });

  scope.post<OfBooks>(`${PAGE}/books/:realm/settings`, async ({ params: { realm }, body }, reply) => {
    const { closedUntil, ...flags } = z
      .object({
        closedUntil: z.union([z.iso.date(), z.literal('')]).catch(''),
        takesNumbers: z.string().optional(),
        allowsDiscount: z.string().optional(),
        refusesDuplicates: z.string().optional(),
      })
      .parse(body);
    await saveCompany(db, realm, {
      closedUntil: closedUntil || null,
      takesNumbers: flags.takesNumbers !== undefined,
      allowsDiscount: flags.allowsDiscount !== undefined,
      refusesDuplicates: flags.refusesDuplicates !== undefined,
    });
    return reply.redirect(`${PAGE}/books/${realm}`, 303);
  });

  function settings(realm: string, company: Company): Html {
    const flag = (name: string, label: string, isOn: boolean) =>
      html`<p><label><input type="checkbox" name="${name}" value="yes" ${isOn && html`checked`}> ${label}</label></p>`;
    return html`<form method="post" action="${PAGE}/books/${realm}/settings"><fieldset><legend>How the books are kept</legend>
${flag('takesNumbers', 'Takes numbers of others', company.takesNumbers)}
${flag('refusesDuplicates', 'Refuses a number twice', company.refusesDuplicates)}
${flag('allowsDiscount', 'Allows discounts', company.allowsDiscount)}
<p><label>Closed up to <input type="text" name="closedUntil" value="${company.closedUntil ?? ''}" placeholder="YYYY-MM-DD"></label></p>
<p><button>Save</button></p></fieldset></form>`;
  }

  async function table(realm: string, kind: Kind): Promise<Html> {
    const all = await list(db, realm, kind, 10_000);
    const rows = all.slice(-MOST_SHOWN).reverse();
    return html`<h2>${kind}s (${all.length})</h2>
${rows.length === 0 ? html`<p class="quiet">None.</p>` : html`<div class="card"><table><tbody>${rows.map((one) => rowOf(realm, one))}</tbody></table></div>`}`;
  }

  function rowOf(realm: string, one: Entity): Html {
    const { data, kind, entityId } = one;
    const name = String(data.DocNumber ?? data.DisplayName ?? data.Name ?? '–');
    const who = (data.CustomerRef as { name?: string } | undefined)?.name ?? '';
    const money =
      data.TotalAmt === undefined
        ? ''
        : `$${Number(data.TotalAmt).toFixed(2)}${kind === 'Invoice' ? `, open $${Number(data.Balance).toFixed(2)}` : ''}`;
    const state =
      data.Active === false ? 'inactive' : String(data.PrivateNote ?? '').startsWith('Voided') ? 'void' : '';
    return html`<tr><td><code>${entityId}</code></td><td>${name}</td><td>${who}</td><td>${money}</td><td>${state}</td><td>${Object.entries(
      ACTS,
    )
      .filter(([, { of }]) => of.includes(kind as Kind))
      .map(
        ([name, { label, asks }]) =>
          html`<form method="post" action="${PAGE}/books/${realm}/act"><input type="hidden" name="act" value="${name}"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="id" value="${entityId}">${asks && html`<input type="text" name="value" aria-label="${label}"> `}<button>${label}</button></form>`,
      )}</td></tr>`;
  }
}
