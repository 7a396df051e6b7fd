ALTER TABLE `orders` ADD `promotion_code_id` text;--> statement-breakpoint
CREATE INDEX `orders_promotion_code` ON `orders` (`mode`,`promotion_code_id`,`created_at`,`id`) WHERE promotion_code_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `promotion_code_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `code_discount_minor` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `code_paid_minor` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `code_refunded_minor` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_promotion_code` ON `subscriptions` (`mode`,`promotion_code_id`,`created_at`,`id`) WHERE promotion_code_id IS NOT NULL;