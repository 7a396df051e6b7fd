CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`prefix` text NOT NULL,
	`scopes` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer,
	`replaced_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_live` ON `api_keys` (`mode`,`created_at`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE TABLE `checkout_links` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`product_id` text NOT NULL,
	`price_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`user_id` text,
	`email` text,
	`success_url` text,
	`metadata` text NOT NULL,
	`checkout_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`price_id`) REFERENCES `prices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `checkout_links_checkout` ON `checkout_links` (`checkout_id`);--> statement-breakpoint
CREATE TABLE `claims` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`secret_hash` text,
	`issuer` text,
	`subject` text,
	`email` text,
	`product_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`note` text NOT NULL,
	`given_by` text NOT NULL,
	`gift_ends_at` integer,
	`expires_at` integer NOT NULL,
	`claimed_by` text,
	`claimed_at` integer,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_secret` ON `claims` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `claims_identity` ON `claims` (`issuer`,`subject`) WHERE claimed_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `claims_email` ON `claims` (`email`) WHERE claimed_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `claims_time` ON `claims` (`mode`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `idempotent_requests` (
	`key_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer,
	`body` text,
	`locked_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `idempotency_key`)
);
--> statement-breakpoint
CREATE INDEX `idempotent_requests_time` ON `idempotent_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`response_status` integer,
	`error` text,
	`response_body` text,
	`duration_ms` integer,
	`attempted_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`endpoint_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`user_id`,`sequence`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_next` ON `webhook_deliveries` (`next_attempt_at`,`endpoint_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_failed` ON `webhook_deliveries` (`endpoint_id`,`sequence`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_time` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`url` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`types` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` integer,
	`planned_up_to` integer NOT NULL,
	`failing_since` integer,
	`blocked_until` integer DEFAULT 0 NOT NULL,
	`lease_token` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_mode` ON `webhook_endpoints` (`mode`,`created_at`);--> statement-breakpoint
CREATE TABLE `feed_events` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mode` text NOT NULL,
	`type` text NOT NULL,
	`object_id` text NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `feed_events_object` ON `feed_events` (`object_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `feed_events_user` ON `feed_events` (`user_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `feed_events_time` ON `feed_events` (`created_at`,`sequence`);--> statement-breakpoint
CREATE INDEX `grants_ending` ON `grants` (`ends_at`) WHERE revoked_at IS NULL AND ends_at IS NOT NULL;