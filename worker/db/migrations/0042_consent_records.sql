CREATE TABLE `legal_versions` (
	`page` text NOT NULL,
	`hash` text NOT NULL,
	`text` text NOT NULL,
	`locale` text,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`page`, `hash`)
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `consent_record` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `consent_record` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `confirmed_at` integer;