ALTER TABLE `orders` ADD `consented_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `consent_text` text;--> statement-breakpoint
ALTER TABLE `subscription_items` ADD `amount_decimal` text;--> statement-breakpoint
ALTER TABLE `subscription_items` ADD `tax_behavior` text;--> statement-breakpoint
ALTER TABLE `subscription_items` ADD `discount_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `consented_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `consent_text` text;--> statement-breakpoint
ALTER TABLE `prices` ADD `tax_behavior` text;