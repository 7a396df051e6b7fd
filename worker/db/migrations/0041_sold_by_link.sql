ALTER TABLE `orders` ADD `sold_by_link` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `sold_by_link` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `tax_code` text;