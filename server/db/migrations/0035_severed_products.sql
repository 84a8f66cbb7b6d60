-- oldest: 0031_accounting_wholesale
ALTER TABLE "companies" ADD COLUMN "severed_product_ids" bigint[] DEFAULT '{}' NOT NULL;