ALTER TABLE `checkouts` ADD `quantity` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pause_behavior` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pause_resumes_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `prices` ADD `model` text DEFAULT 'fixed' NOT NULL;--> statement-breakpoint
ALTER TABLE `prices` ADD `minimum_minor` integer;--> statement-breakpoint
ALTER TABLE `prices` ADD `preset_minor` integer;