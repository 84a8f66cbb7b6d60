-- oldest: 0000_first
CREATE INDEX CONCURRENTLY "notification_groups_unseen" ON "notification_groups" USING btree ("user_id") WHERE not "notification_groups"."is_seen";