CREATE INDEX `subscription_items_product` ON `subscription_items` (`product_id`);--> statement-breakpoint
CREATE INDEX `comps_product` ON `comps` (`product_id`);