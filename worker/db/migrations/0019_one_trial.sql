CREATE TABLE `trial_cards` (
	`hash` text PRIMARY KEY NOT NULL,
	`stripe_subscription_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `trial_refused` text;