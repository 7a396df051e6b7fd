CREATE TABLE `email_link_requests` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email_hash` text NOT NULL,
	`network_hash` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `email_link_requests_email` ON `email_link_requests` (`email_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `email_link_requests_network` ON `email_link_requests` (`network_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `email_link_requests_time` ON `email_link_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `fresh_sign_in_requests` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`max_age_ms` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fresh_sign_in_requests_expires` ON `fresh_sign_in_requests` (`expires_at`);