DROP INDEX `subscription_items_product`;--> statement-breakpoint
CREATE INDEX `subscription_items_product` ON `subscription_items` (`product_id`,`subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_ending` ON `subscriptions` (`mode`,`created_at`,`id`) WHERE cancel_at IS NOT NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_collection_paused` ON `subscriptions` (`mode`,`created_at`,`id`) WHERE pause_behavior IS NOT NULL AND ended_at IS NULL;