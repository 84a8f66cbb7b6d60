-- oldest: 0031_accounting_wholesale
CREATE UNIQUE INDEX CONCURRENTLY "orders_org_external" ON "orders" USING btree ("org_id","company_id","external_id") WHERE "orders"."external_id" is not null;