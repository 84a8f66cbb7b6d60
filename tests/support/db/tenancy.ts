import { loadModule, parseSync } from 'libpg-query';

/** Which tables are a tenant's own, distributed by `org_id`, and which stay on one machine and are joined with none of them. */
export type Kinds = { tenant: ReadonlySet<string>; local: ReadonlySet<string> };

type Node = Record<string, unknown>;
type Source = { alias: string; table: string | null; key: string };

/** Prepares the parser, which is WebAssembly. */
export const ready: Promise<void> = loadModule();

/**
 * What a statement does that rows distributed by organization do not allow: a tenant's table read, changed or joined
 * without its organization as a constant, an insert or a conflict without it, a tenant's and a local table together.
 */
export function tenancyFaults(text: string, kinds: Kinds): string[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Node }[] };
  const walk = new Walk(kinds);
  for (const { stmt } of stmts) walk.visit(stmt, null);
  return walk.faults();
}

const CONSTANT = 'constant';

class Scope {
  readonly sources: Source[] = [];
  constructor(
    readonly parent: Scope | null,
    readonly named: Map<string, string>,
  ) {}
}

class Walk {
  readonly #parents = new Map<string, string>();
  readonly #checked: Source[] = [];
  readonly #faults: string[] = [];
  readonly #local: string[] = [];
  #count = 0;

  constructor(readonly kinds: Kinds) {}

  faults(): string[] {
    const faults = [...this.#faults];
    for (const { table, alias, key } of this.#checked) {
      if (this.#root(`${key}.org_id`) !== this.#root(CONSTANT))
        faults.push(`${table} as ${alias} without a constant org_id`);
    }
    if (this.#checked.length > 0 && this.#local.length > 0) {
      faults.push(`${this.#local[0]} is local, ${this.#checked[0]?.table} a tenant’s`);
    }
    return faults;
  }

  /** Walks a node of the tree inside a scope; a select, insert, update or delete opens its own. */
  visit(node: unknown, scope: Scope | null): void {
    if (Array.isArray(node)) for (const one of node) this.visit(one, scope);
    else if (typeof node === 'object' && node !== null) {
      for (const [kind, value] of Object.entries(node)) {
        if (kind === 'SelectStmt') this.#select(value as Node, scope);
        else if (kind === 'InsertStmt') this.#insert(value as Node, scope);
        else if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.#change(value as Node, scope);
        else if (kind === 'subselect') this.visit(value, scope);
        else this.visit(value, scope);
      }
    }
  }

  /** Walks a select and gives the key its columns are known by outside. */
  #select(select: Node, parent: Scope | null): string {
    const key = this.#key();
    const scope = this.#open(select, parent);
    if (select.op !== 'SETOP_NONE' && select.larg) {
      const left = this.#select(select.larg as Node, scope);
      this.#select(select.rarg as Node, scope);
      this.#join(`${key}.org_id`, `${left}.org_id`);
      this.visit([select.sortClause, select.limitCount], scope);
      return key;
    }
    this.#from(select.fromClause, scope);
    this.#facts(select.whereClause, scope);
    const { fromClause: _from, withClause: _with, ...rest } = select;
    this.visit(rest, scope);
    this.#expose(key, select.targetList, scope);
    return key;
  }

  #insert(insert: Node, parent: Scope | null): void {
    const scope = this.#open(insert, parent);
    const table = String((insert.relation as Node).relname);
    this.#note(table);
    const columns = ((insert.cols ?? []) as Node[]).map((col) => String((col.ResTarget as Node).name));
    if (this.kinds.tenant.has(table)) {
      if (!columns.includes('org_id')) this.#faults.push(`${table} inserted without org_id`);
      const conflict = insert.onConflictClause as Node | undefined;
      if (conflict) this.#conflict(table, conflict);
    }
    this.visit(insert.selectStmt, scope);
    this.visit(insert.returningList, scope);
  }

  #conflict(table: string, conflict: Node): void {
    const target = JSON.stringify((conflict.infer as Node | undefined)?.indexElems ?? []);
    if (conflict.infer && !target.includes('"org_id"')) this.#faults.push(`${table}: on conflict without org_id`);
    if (JSON.stringify(conflict.targetList ?? []).includes('"now"'))
      this.#faults.push(`${table}: now() in on conflict`);
  }

  #change(change: Node, parent: Scope | null): void {
    const scope = this.#open(change, parent);
    this.#from([{ RangeVar: change.relation }], scope);
    this.#from(change.fromClause ?? change.usingClause, scope);
    this.#facts(change.whereClause, scope);
    const { relation: _r, fromClause: _f, usingClause: _u, withClause: _w, ...rest } = change;
    this.visit(rest, scope);
  }

  /** A scope with the statement's `with` queries, under the names they have there. */
  #open(statement: Node, parent: Scope | null): Scope {
    const scope = new Scope(parent, new Map(parent?.named ?? []));
    const ctes = ((statement.withClause as Node | undefined)?.ctes ?? []) as Node[];
    for (const { CommonTableExpr } of ctes) {
      const { ctename, ctequery } = CommonTableExpr as { ctename: string; ctequery: Node };
      const own = this.#key();
      scope.named.set(ctename, own);
      const select = ctequery.SelectStmt as Node | undefined;
      if (select) this.#join(`${own}.org_id`, `${this.#select(select, scope)}.org_id`);
      else {
        this.visit(ctequery, scope);
        // What a change returns are rows of the one organization it named.
        this.#join(`${own}.org_id`, CONSTANT);
      }
    }
    return scope;
  }

  #from(clause: unknown, scope: Scope): void {
    for (const item of (clause ?? []) as Node[]) this.#source(item, scope);
  }

  #source(item: Node, scope: Scope): void {
    if (item.RangeVar) {
      const range = item.RangeVar as Node;
      const name = String(range.relname);
      const alias = String((range.alias as Node | undefined)?.aliasname ?? name);
      const cte = range.schemaname === undefined ? scope.named.get(name) : undefined;
      const source = { alias, table: cte ? null : name, key: cte ?? this.#key() };
      scope.sources.push(source);
      if (!cte) this.#note(name, source);
    } else if (item.RangeSubselect) {
      const { subquery, alias } = item.RangeSubselect as { subquery: Node; alias?: Node };
      const select = subquery.SelectStmt as Node;
      // Lateral or not, names outside are looked up the same way.
      scope.sources.push({ alias: String(alias?.aliasname), table: null, key: this.#select(select, scope) });
    } else if (item.JoinExpr) {
      const join = item.JoinExpr as { larg: Node; rarg: Node; quals?: Node };
      this.#source(join.larg, scope);
      this.#source(join.rarg, scope);
      this.#facts(join.quals, scope);
      this.visit(join.quals, scope);
    } else {
      const [range] = Object.values(item) as Node[];
      scope.sources.push({
        alias: String((range?.alias as Node | undefined)?.aliasname),
        table: null,
        key: this.#key(),
      });
      this.visit(item, scope);
    }
  }

  /** Takes in the equalities that hold for every row. */
  #facts(condition: unknown, scope: Scope): void {
    if (typeof condition !== 'object' || condition === null) return;
    const { BoolExpr, A_Expr } = condition as { BoolExpr?: Node; A_Expr?: Node };
    if (BoolExpr?.boolop === 'AND_EXPR') for (const one of BoolExpr.args as Node[]) this.#facts(one, scope);
    if (A_Expr?.kind !== 'AEXPR_OP' || operatorOf(A_Expr) !== '=') return;
    const left = this.#term(A_Expr.lexpr as Node, scope);
    const right = this.#term(A_Expr.rexpr as Node, scope);
    if (left !== null && right !== null) this.#join(left, right);
  }

  /** What an equality speaks of: a column, a constant, or nothing of use. */
  #term(node: Node, scope: Scope): string | null {
    if (node.ParamRef || node.A_Const) return CONSTANT;
    if (node.TypeCast) return this.#term((node.TypeCast as Node).arg as Node, scope);
    const names = fieldsOf(node);
    return names === null ? null : this.#column(names, scope);
  }

  #column(names: readonly string[], scope: Scope | null): string | null {
    const column = names.at(-1);
    const alias = names.at(-2);
    for (let at = scope; at; at = at.parent) {
      const owners = at.sources.filter((source) => alias === undefined || source.alias === alias);
      const tenants = owners.filter(({ table }) => table !== null && this.kinds.tenant.has(table));
      const owner = owners.length === 1 ? owners[0] : tenants.length === 1 ? tenants[0] : undefined;
      if (owner) return `${owner.key}.${column}`;
    }
    return null;
  }

  #expose(key: string, targets: unknown, scope: Scope): void {
    for (const { ResTarget } of (targets ?? []) as Node[]) {
      const { name, val } = ResTarget as { name?: string; val: Node };
      const names = fieldsOf(val);
      if (names?.at(-1) === '*') {
        const [first] = scope.sources.filter(({ alias }) => names.length === 1 || alias === names.at(-2));
        if (first) this.#join(`${key}.org_id`, `${first.key}.org_id`);
      } else if (names) {
        const column = this.#column(names, scope);
        if (column) this.#join(`${key}.${name ?? names.at(-1)}`, column);
      } else if (name && (val.ParamRef || val.A_Const)) this.#join(`${key}.${name}`, CONSTANT);
    }
  }

  #note(table: string, source?: Source): void {
    if (this.kinds.tenant.has(table)) {
      if (source) this.#checked.push(source);
    } else if (this.kinds.local.has(table)) this.#local.push(table);
  }

  #key(): string {
    this.#count += 1;
    return `s${this.#count}`;
  }

  #root(name: string): string {
    let root = name;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next;
    return root;
  }

  #join(left: string, right: string): void {
    const [a, b] = [this.#root(left), this.#root(right)];
    if (a !== b) this.#parents.set(a, b);
  }
}

function operatorOf(expression: Node): string | undefined {
  const [name] = expression.name as { String: { sval: string } }[];
  return name?.String.sval;
}

function fieldsOf(node: Node): string[] | null {
  const reference = node.ColumnRef as { fields: { String?: { sval: string }; A_Star?: object }[] } | undefined;
  return reference ? reference.fields.map((field) => (field.A_Star ? '*' : String(field.String?.sval))) : null;
}
