ALTER TABLE `subscriptions` ADD `paused_from` integer;--> statement-breakpoint
CREATE INDEX `products_group` ON `products` (`exclusive_group`);