-- oldest: 0021_partners_and_shares
CREATE INDEX CONCURRENTLY "tracking_items_brand" ON "tracking_items" USING btree ("org_id","brand_id","id") WHERE "tracking_items"."brand_id" is not null;