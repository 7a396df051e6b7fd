CREATE TABLE `permanent_links` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`code` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`product_id` text NOT NULL,
	`price_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`promotion_code_id` text,
	`discount` text,
	`success_url` text,
	`metadata` text NOT NULL,
	`expires_at` integer,
	`max_purchases` integer,
	`active` integer DEFAULT true NOT NULL,
	`plain_of` text,
	`views` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`price_id`) REFERENCES `prices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `permanent_links_code` ON `permanent_links` (`code`);--> statement-breakpoint
CREATE INDEX `permanent_links_product` ON `permanent_links` (`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `permanent_links_plain` ON `permanent_links` (`plain_of`);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `referral` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `promotion_code_id` text;--> statement-breakpoint
CREATE INDEX `checkouts_link_taken` ON `checkouts` (`link_id`) WHERE link_id IS NOT NULL AND status <> 'expired';--> statement-breakpoint
ALTER TABLE `orders` ADD `link_id` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `referral` text;--> statement-breakpoint
CREATE INDEX `orders_link` ON `orders` (`link_id`) WHERE link_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `link_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `referral` text;--> statement-breakpoint
CREATE INDEX `subscriptions_link` ON `subscriptions` (`link_id`) WHERE link_id IS NOT NULL;