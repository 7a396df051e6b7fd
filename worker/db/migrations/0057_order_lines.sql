ALTER TABLE `checkouts` ADD `added_prices` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `lines` text;--> statement-breakpoint
CREATE INDEX `orders_lines` ON `orders` (`user_id`) WHERE lines IS NOT NULL;--> statement-breakpoint
ALTER TABLE `product_benefits` ADD `part_id` text;--> statement-breakpoint
ALTER TABLE `products` ADD `add_ons` text;--> statement-breakpoint
ALTER TABLE `products` ADD `parts` text;--> statement-breakpoint
ALTER TABLE `permanent_links` ADD `added_prices` text;