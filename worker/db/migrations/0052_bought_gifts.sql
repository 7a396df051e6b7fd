ALTER TABLE `checkouts` ADD `gift` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `gift_id` text;--> statement-breakpoint
CREATE INDEX `orders_gift` ON `orders` (`gift_id`) WHERE gift_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `claims` ADD `buyer_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `claims` ADD `giver_name` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `recipient_name` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `send_at` integer;--> statement-breakpoint
CREATE INDEX `claims_buyer` ON `claims` (`buyer_id`) WHERE buyer_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `gifts` ADD `giver_name` text;