-- oldest: 0000_first
CREATE INDEX CONCURRENTLY "orders_customer_due" ON "orders" USING btree ("org_id","customer_id","payment_due_date","status") WHERE "orders"."invoiced_usd" > "orders"."paid_usd";